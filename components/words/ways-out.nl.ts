import type { WaysOutWords } from './ways-out-words';

/** The words of what leads on where a screen has nothing to show, in Dutch. */
export const waysOutNl: WaysOutWords = {
  waysOut: {
    whichBranch: 'Welke vestiging toont dit scherm?',
    branch: 'Vestiging {number}',
    back: 'Terug naar: {page}',
    filters: {
      tables: 'tafels {tables}',
      courses: 'gangen {courses}',
      table: 'alleen tafels',
      cafeteria: 'alleen de balie',
      taken: 'alleen bezette tafels',
    },
    showAll: 'Toon alles',
  },
};
