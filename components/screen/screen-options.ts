import { LANGUAGES, type Language } from '../../lib/language';
import { SOUND_OPTIONS, VOLUMES, type Volume } from '../sound/sound-options';
import { number, oneOf, type Readers } from './url-options';

export const THEMES = ['dark', 'light'] as const;
export const KIOSKS = ['off', 'on'] as const;
export const PALETTES = ['standard', 'blue-yellow'] as const;

/** Options of every screen. */
export type ScreenOptions = {
  branch: number | null;
  theme: (typeof THEMES)[number];
  palette: (typeof PALETTES)[number];
  /** Null for the device's language. */
  lang: Language | null;
  sound: (typeof SOUND_OPTIONS)[number];
  volume: Volume;
  /** In steps of a tenth. */
  zoom: number;
  /** A kiosk hides its settings and the ways to other pages. */
  kiosk: (typeof KIOSKS)[number];
};

/** A page may override them: `{ ...SCREEN_DEFAULTS, theme: 'light' }`. */
export const SCREEN_DEFAULTS: ScreenOptions = {
  branch: null,
  theme: 'dark',
  palette: 'standard',
  lang: null,
  sound: 'off',
  volume: 'normal',
  zoom: 0,
  kiosk: 'off',
};

export const SCREEN_READERS: Readers<ScreenOptions> = {
  branch: number(-2_147_483_647, 2_147_483_647, true),
  theme: oneOf(THEMES),
  palette: oneOf(PALETTES),
  lang: oneOf(LANGUAGES),
  sound: oneOf(SOUND_OPTIONS),
  volume: oneOf(VOLUMES),
  zoom: number(-5, 10, true),
  kiosk: oneOf(KIOSKS),
};
