import type { PassWords } from './pass-words';

/** The words of the pass, in Dutch. */
export const passNl: PassWords = {
  pass: {
    title: 'Pas',
    empty: 'Geen open gangen',
    emptyHint: 'Een tafel verschijnt hier zodra de keuken er een gang voor start.',
  },
};
