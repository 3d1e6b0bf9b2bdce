import type { LookWords } from './look-words';

/** The words of the choices that every menu has, in Dutch. */
export const lookNl: LookWords = {
  look: {
    theme: 'Kleuren',
    themes: { dark: 'donker', light: 'licht' },
    palette: 'Palet',
    palettes: { standard: 'standaard', 'blue-yellow': 'voor blauw-geelzwakte' },
    zoom: 'Letters',
    lang: 'Taal',
    langs: { device: 'die van het apparaat', en: 'English', nl: 'Nederlands' },
  },
};
