import type { SoundWords } from './sound-words';

/** The words about sound, in Dutch. */
export const soundNl: SoundWords = {
  sound: {
    off: 'Geluid uit — tik om aan te zetten',
    mute: '{minutes} minuten stil',
    muted: 'Nog {minutes} min stil — tik voor geluid',
    choice: 'Geluid',
    choices: { off: 'uit', on: 'aan' },
    volume: 'Volume',
    volumes: { quiet: 'zacht', normal: 'gewoon', loud: 'hard' },
    test: 'Geluiden proberen',
  },
  soundEvent: {
    new: 'Nieuwe gang',
    warn: 'Traag',
    late: 'Te laat',
    ready: 'Klaar',
    mine: 'Klaar, voor jou',
    lost: 'Geen nieuws',
    called: 'Nummer geroepen',
  },
};
