/** The words of the board of tables, in English. */
export const tablesEn = {
  tables: {
    title: 'Tables',
    empty: 'No tables yet',
    emptyHint: 'A table shows here when its first course is started.',
  },
} as const;
