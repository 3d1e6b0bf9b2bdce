import type { ReadyWords } from './ready-words';

/** The words of the board of what is ready, in Dutch. */
export const readyNl: ReadyWords = {
  ready: {
    title: 'Klaar voor uitgifte',
    empty: 'Er is niets klaar',
    emptyHint: 'Een gang verschijnt hier zodra de keuken hem klaar heeft.',
  },
};
