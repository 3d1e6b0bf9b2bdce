import {
  createUrlOptions,
  number,
  oneOf,
  SCREEN_DEFAULTS,
  SCREEN_READERS,
  type ScreenOptions,
} from '../screen/screen-options';

export const VOICES = ['off', 'on'] as const;

export type PickupOptions = ScreenOptions & {
  /** Minutes after which a ready number leaves. */
  clear: number;
  /** Whether a voice speaks called numbers; only with sound on. */
  voice: (typeof VOICES)[number];
  /** Inches. */
  diagonal: number;
  /** Metres from which guests read. */
  distance: number;
};

export const PICKUP_OPTIONS = createUrlOptions<PickupOptions>({
  defaults: { ...SCREEN_DEFAULTS, clear: 10, voice: 'off', diagonal: 32, distance: 4 },
  readers: {
    clear: number(0.1, 240),
    ...SCREEN_READERS,
    voice: oneOf(VOICES),
    diagonal: number(5, 120),
    distance: number(0.3, 20),
  },
});
