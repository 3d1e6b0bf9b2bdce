/** The words of what is hidden or gone, in English. They come when somebody looks for it. */
export const recallEn = {
  recall: {
    title: 'Last 30 minutes',
    hidden: 'Hidden on this screen',
    nothingHidden: 'Nothing is hidden.',
    bringBack: 'Bring back',
    bringBackCard: 'Bring back {place}, {course}',
    gone: 'Served, taken or closed',
    nothingGone: 'Nothing yet.',
    started: 'started',
    ready: 'ready',
    taken: 'taken by {name}',
    served: 'served',
    closed: 'closed, never served',
    cooked: 'cooked',
  },
} as const;
