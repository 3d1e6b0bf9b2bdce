/** The words of the pass, in English. */
export const passEn = {
  pass: {
    title: 'Pass',
    empty: 'No open courses',
    emptyHint: 'A table shows here when the kitchen starts a course for it.',
  },
} as const;
