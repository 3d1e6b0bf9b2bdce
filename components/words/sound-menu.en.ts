/** The words of the choices about sound, in English. */
export const soundMenuEn = {
  soundMenu: {
    sound: 'Sound',
    sounds: { off: 'off', on: 'on' },
    volume: 'Volume',
    volumes: { quiet: 'quiet', normal: 'normal', loud: 'loud' },
    test: 'Try the sounds',
    events: {
      new: 'New course',
      warn: 'Slow',
      late: 'Late',
      ready: 'Ready',
      mine: 'Ready, yours',
      lost: 'No news',
      called: 'Number called',
    },
  },
} as const;
