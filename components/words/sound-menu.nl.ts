import type { SoundMenuWords } from './sound-menu-words';

/** The words of the choices about sound, in Dutch. */
export const soundMenuNl: SoundMenuWords = {
  soundMenu: {
    sound: 'Geluid',
    sounds: { off: 'uit', on: 'aan' },
    volume: 'Volume',
    volumes: { quiet: 'zacht', normal: 'gewoon', loud: 'hard' },
    test: 'Geluiden proberen',
    events: {
      new: 'Nieuwe gang',
      warn: 'Traag',
      late: 'Te laat',
      ready: 'Klaar',
      mine: 'Klaar, voor jou',
      lost: 'Geen nieuws',
      called: 'Nummer geroepen',
    },
  },
};
