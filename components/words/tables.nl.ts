import type { TablesWords } from './tables-words';

/** The words of the board of tables, in Dutch. */
export const tablesNl: TablesWords = {
  tables: {
    title: 'Tafels',
    empty: 'Nog geen tafels',
    emptyHint: 'Een tafel verschijnt hier zodra de eerste gang is gestart.',
  },
};
