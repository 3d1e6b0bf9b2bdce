/** The words of the sound's badge, in English. Those of its menu come with the menu: most screens never open it. */
export const soundEn = {
  sound: {
    off: 'Sound off — touch to switch on',
    mute: 'Mute for {minutes} minutes',
    muted: 'Muted for {minutes} min — touch for sound',
  },
} as const;
