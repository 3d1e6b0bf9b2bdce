import type { SoundWords } from './sound-words';

/** The words of the sound's badge, in Dutch. */
export const soundNl: SoundWords = {
  sound: {
    off: 'Geluid uit — tik om aan te zetten',
    mute: '{minutes} minuten stil',
    muted: 'Nog {minutes} min stil — tik voor geluid',
  },
};
