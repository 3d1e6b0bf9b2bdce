import { LANGUAGES, type Language } from '../words/language';
import { number, oneOf, type Readers } from './options';

export const THEMES = ['dark', 'light'] as const;
export const PALETTES = ['standard', 'blue-yellow'] as const;
export const SOUNDS = ['off', 'on'] as const;

/** The choices of every screen. */
export type ScreenOptions = {
  branch: number | null;
  theme: (typeof THEMES)[number];
  palette: (typeof PALETTES)[number];
  /** Null for the device's. */
  lang: Language | null;
  sound: (typeof SOUNDS)[number];
  /** Steps of a tenth. */
  zoom: number;
};

/** A page may have others: `{ ...SCREEN_DEFAULTS, theme: 'light' }`. */
export const SCREEN_DEFAULTS: ScreenOptions = {
  branch: null,
  theme: 'dark',
  palette: 'standard',
  lang: null,
  sound: 'off',
  zoom: 0,
};

export const SCREEN_READERS: Readers<ScreenOptions> = {
  branch: number(-2_147_483_647, 2_147_483_647, true),
  theme: oneOf(THEMES),
  palette: oneOf(PALETTES),
  lang: oneOf(LANGUAGES),
  sound: oneOf(SOUNDS),
  zoom: number(-5, 10, true),
};
