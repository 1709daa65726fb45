/** The address of the server of games, which marks the page (`saltus server`, `build.py dist --server`); else null. */
export const gameServer = () =>
  document.querySelector<HTMLMetaElement>('meta[name="saltus-server"]')?.content.replace(/\/$/, '') ?? null;
