/** The words of the choices that every menu has, in English. */
export const lookEn = {
  look: {
    theme: 'Colours',
    themes: { dark: 'dark', light: 'light' },
    palette: 'Palette',
    palettes: { standard: 'standard', 'blue-yellow': 'for blue-yellow weakness' },
    zoom: 'Type',
    lang: 'Language',
    langs: { device: 'the device’s', en: 'English', nl: 'Nederlands' },
  },
} as const;
