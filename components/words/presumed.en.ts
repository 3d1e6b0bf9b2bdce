/** The words for courses that count as served although nobody pressed it, in English. */
export const presumedEn = {
  presumed: {
    title: 'Probably served',
    count: '{count} probably served',
    nobody: 'nobody pressed it',
    oldest: 'oldest {time}',
    hours: '{hours} h {minutes}',
    minutes: '{minutes} min',
    look: 'Look',
    confirmAll: 'Yes, all served',
    since: 'ready since {since}, for {time}',
    reasons: {
      'later-course': 'A later course of the same order has been served.',
      'table-retaken': 'Other guests have ordered at this table since.',
      'counter-wait': 'It has waited at the counter for longer than orders there do.',
    },
    stillHere: 'Still here',
    stillHereNamed: 'Still here: {place}, {course}',
    close: 'Close',
  },
} as const;
