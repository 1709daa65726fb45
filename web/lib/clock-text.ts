/** Below so many seconds a clock shows tenths of them, in another colour. */
export const LOW_SECONDS = 20;

/** What a clock shows. */
export function clockText(seconds: number) {
  if (seconds < LOW_SECONDS) return `0:${Math.max(0, seconds).toFixed(1).padStart(4, '0')}`;
  const whole = Math.ceil(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}
