/**
 * The synthesizer: short sounds made from sine waves and noise, without sound files. It is fetched at the first key
 * or pointer press, because browsers allow no sound before it. A moved piece makes a knock: a burst of noise through
 * a narrow filter, and a low note of the board; wood, stone and bone differ in the pitch of both.
 */

import { verdict } from '../state/result.ts';
import type { State } from '../state/state.ts';

/** The filter of the knock and the note of the board, in Hz, by the look of the pieces. */
const STUFF: Record<string, number[]> = {
  draughts: [1700, 170],
  rock: [2600, 240],
  roman: [2200, 210],
  gambit: [2000, 190],
  flat: [1900, 190],
};

/** The notes of the endings, in Hz, played one after another. */
const TUNES: Record<string, number[]> = { win: [392, 494, 587, 784], loss: [392, 330, 262], draw: [392, 440, 392] };

const NOTE_STEP_SECONDS = 0.13; // the time between two notes of an ending, in seconds

export type Sound = 'move' | 'capture' | 'crown' | 'refusal' | 'win' | 'loss' | 'draw' | 'low';

export class Speaker {
  state: State;
  context: AudioContext;
  out: GainNode;
  noise: AudioBuffer;

  constructor(state: State, context: AudioContext) {
    this.state = state;
    this.context = context;
    this.out = this.context.createGain();
    this.out.connect(this.context.destination);
    const length = Math.round(this.context.sampleRate * 0.12);
    this.noise = this.context.createBuffer(1, length, this.context.sampleRate);
    const samples = this.noise.getChannelData(0);
    for (let i = 0; i < length; i++) samples[i] = (Math.random() * 2 - 1) * (1 - i / length) ** 6;
  }

  /** `style` is the look of the pieces, `after` is in ms. */
  play(sound: Sound, style: string = 'draughts', after: number = 0) {
    const { sound: on, volume } = this.state.settings;
    if (!on || !volume) return;
    this.context.resume().catch(() => {});
    this.out.gain.value = volume ** 2;
    const at = this.context.currentTime + after / 1000;
    const [filter, note] = STUFF[style] ?? STUFF.draughts;
    if (sound === 'move' || sound === 'capture') this.knock(at, filter, note, sound === 'capture' ? 1 : 0.7);
    if (sound === 'capture') this.knock(at + 0.07, filter * 0.7, note * 0.8, 0.6);
    if (sound === 'crown') for (const [i, high] of [784, 1047].entries()) this.note(at + i * 0.09, high, 0.35, 0.2);
    if (sound === 'refusal') for (const [i, high] of [196, 147].entries()) this.note(at + i * 0.08, high, 0.14, 0.3);
    if (sound === 'low') this.note(at, 880, 0.09, 0.16);
    for (const [i, high] of (TUNES[sound] ?? []).entries())
      this.note(at + 0.2 + i * NOTE_STEP_SECONDS, high, 0.5, 0.2);
  }

  knock(at: number, filter: number, note: number, strength: number) {
    const { context } = this;
    const source = context.createBufferSource();
    source.buffer = this.noise;
    const band = context.createBiquadFilter();
    band.type = 'bandpass';
    band.frequency.value = filter;
    band.Q.value = 2.5;
    const gain = context.createGain();
    gain.gain.value = strength * 1.6;
    source.connect(band).connect(gain).connect(this.out);
    source.start(at);
    this.note(at, note, 0.08, strength * 0.6);
  }

  /** `height` is in Hz, `length` in seconds. */
  note(at: number, height: number, length: number, strength: number) {
    const { context } = this;
    const tone = context.createOscillator();
    tone.type = 'sine';
    tone.frequency.value = height;
    const gain = context.createGain();
    gain.gain.setValueAtTime(0, at);
    gain.gain.linearRampToValueAtTime(strength, at + 0.004);
    gain.gain.exponentialRampToValueAtTime(0.001, at + length);
    tone.connect(gain).connect(this.out);
    tone.start(at);
    tone.stop(at + length);
  }

  /** The sound of an ending: that of a loss only if a person has lost against the computer. */
  static ending(state: State): Sound {
    const how = verdict(state);
    return how === 'lost' ? 'loss' : how === 'draw' ? 'draw' : 'win';
  }
}
