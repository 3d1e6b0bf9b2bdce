/** The words about sound, in English. */
export const soundEn = {
  sound: {
    off: 'Sound off — touch to switch on',
    mute: 'Mute for {minutes} minutes',
    muted: 'Muted for {minutes} min — touch for sound',
    choice: 'Sound',
    choices: { off: 'off', on: 'on' },
    volume: 'Volume',
    volumes: { quiet: 'quiet', normal: 'normal', loud: 'loud' },
    test: 'Try the sounds',
  },
  soundEvent: {
    new: 'New course',
    warn: 'Slow',
    late: 'Late',
    ready: 'Ready',
    mine: 'Ready, yours',
    lost: 'No news',
    called: 'Number called',
  },
} as const;
