/** What is to be heard, from the least to the most important: of two at once the later one in this list wins. */
export const SOUND_EVENTS = ['new', 'warn', 'ready', 'called', 'late', 'mine', 'lost'] as const;
export type SoundEvent = (typeof SOUND_EVENTS)[number];

export const SOUND_CHOICES = ['off', 'on'] as const;
export const VOLUMES = ['quiet', 'normal', 'loud'] as const;
export type Volume = (typeof VOLUMES)[number];

/** What somebody chose for a screen. */
export type SoundOptions = {
  sound: (typeof SOUND_CHOICES)[number];
  volume: Volume;
  /** Events that are heard here at all. */
  events: readonly SoundEvent[];
  /** Events that are repeated until somebody touches the screen. */
  insists: readonly SoundEvent[];
};

/** Off: a kitchen is loud enough until somebody wants it otherwise. */
export const DEFAULT_SOUND: SoundOptions = {
  sound: 'off',
  volume: 'normal',
  events: SOUND_EVENTS,
  insists: ['late', 'mine', 'lost'],
};

/** `off`: nobody wants it. `locked`: wanted, but the browser waits for a touch, or took the sound away. */
export type SoundState = 'off' | 'locked' | 'on';
