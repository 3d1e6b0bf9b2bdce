/** Sound events from the least to the most important: of two at once the later one in this list wins. */
export const SOUND_EVENTS = ['new', 'warn', 'ready', 'called', 'late', 'mine', 'lost'] as const;
export type SoundEvent = (typeof SOUND_EVENTS)[number];

export const SOUND_OPTIONS = ['off', 'on'] as const;
export const VOLUMES = ['quiet', 'normal', 'loud'] as const;
export type Volume = (typeof VOLUMES)[number];

/** Sound options of a screen. */
export type SoundOptions = {
  sound: (typeof SOUND_OPTIONS)[number];
  volume: Volume;
  /** Events that play a sound on this screen. */
  events: readonly SoundEvent[];
  /** Events that repeat until somebody touches the screen. */
  insists: readonly SoundEvent[];
};

/** Off by default: a kitchen is loud enough. */
export const DEFAULT_SOUND: SoundOptions = {
  sound: 'off',
  volume: 'normal',
  events: SOUND_EVENTS,
  insists: ['late', 'mine', 'lost'],
};

/** `off`: not wanted. `locked`: wanted, but the browser requires a touch, or suspended the audio. */
export type SoundState = 'off' | 'locked' | 'on';
