import type { PresumedWords } from './presumed-words';

/** The words for courses that count as served although nobody pressed it, in Dutch. */
export const presumedNl: PresumedWords = {
  presumed: {
    title: 'Vermoedelijk uitgeserveerd',
    count: '{count} vermoedelijk uitgeserveerd',
    nobody: 'niemand heeft het gemeld',
    oldest: 'langste {time}',
    hours: '{hours} u {minutes}',
    minutes: '{minutes} min',
    look: 'Bekijken',
    confirmAll: 'Ja, alles is uit',
    since: 'klaar sinds {since}, al {time}',
    reasons: {
      'later-course': 'Een latere gang van dezelfde bestelling is al uitgeserveerd.',
      'table-retaken': 'Aan deze tafel hebben intussen andere gasten besteld.',
      'counter-wait': 'Het staat langer aan de balie dan daar gewoon is.',
    },
    stillHere: 'Staat er nog',
    stillHereNamed: 'Staat er nog: {place}, {course}',
    close: 'Sluiten',
  },
};
