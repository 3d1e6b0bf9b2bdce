import type { VisitWords } from './visit-words';

/** The words of a party's stay at a table, in Dutch. */
export const visitNl: VisitWords = {
  visit: {
    party: '{from} tot {to}',
    partyNow: 'sinds {from}',
    cookingKey: 'in bereiding',
    waitingKey: 'op de pas',
    lateKey: 'te lang',
    expectedKey: 'verwacht',
    between: 'tot de volgende gang',
    unit: 'min',
    cooked: 'bereid in {minutes, plural, =0 {minder dan 1} other {#}} min',
    cooking: '{minutes, plural, =0 {minder dan 1} other {#}} min in bereiding',
    longer: '{minutes} min langer dan verwacht',
    waited: '{minutes, plural, =0 {minder dan 1} other {#}} min gewacht',
    waiting: 'wacht al {minutes, plural, =0 {minder dan 1} other {#}} min',
    tooLong: '{minutes} min te lang',
    started: 'gestart {time}',
    served: 'uitgeserveerd {time}',
    collected: 'meegenomen {time}',
    presumed: 'vermoedelijk uitgeserveerd: niemand heeft het gemeld',
    forgotten: 'nooit uitgeserveerd op de kassa',
    gap: 'tot dan toe {minutes} min zonder eten',
  },
};
