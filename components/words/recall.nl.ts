import type { RecallWords } from './recall-words';

/** The words of what is hidden or gone, in Dutch. */
export const recallNl: RecallWords = {
  recall: {
    title: 'Laatste 30 minuten',
    hidden: 'Verborgen op dit scherm',
    nothingHidden: 'Er is niets verborgen.',
    bringBack: 'Terughalen',
    bringBackCard: '{place}, {course} terughalen',
    gone: 'Uitgeserveerd, meegenomen of gesloten',
    nothingGone: 'Nog niets.',
    started: 'gestart',
    ready: 'klaar',
    taken: 'meegenomen door {name}',
    served: 'uitgeserveerd',
    closed: 'gesloten, nooit uitgeserveerd',
    cooked: 'bereid in',
  },
};
