/** The words of the board of what is ready, in English. */
export const readyEn = {
  ready: {
    title: 'Ready to serve',
    empty: 'Nothing is ready',
    emptyHint: 'A course shows here when the kitchen has it ready.',
  },
} as const;
