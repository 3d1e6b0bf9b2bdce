/** How long ago, or when, in English. */
export const whenEn = {
  when: {
    now: 'just now',
    seconds: '{count} s ago',
    minutes: '{count} min ago',
    today: 'today {clock}',
    yesterday: 'yesterday {clock}',
    weekday: '{weekday} {clock}',
    date: '{date} {clock}',
  },
} as const;
