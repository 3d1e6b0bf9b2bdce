import type { ScreenWords } from './screen-words';

/** The words that every screen shares, in Dutch. */
export const screenNl: ScreenWords = {
  news: {
    live: 'live',
    overHttp: 'live via HTTP',
    waiting: 'verbinden …',
    last: 'laatste nieuws {time}',
    posQuiet: 'Kassa stil sinds {time}',
    ignored: 'Niet begrepen en weggelaten: {names}',
  },
  empty: { live: 'live {time}', old: 'stand van {time}' },
  trouble: {
    amber: 'Geen nieuws',
    red: 'Geen nieuws sinds {time}',
    thisScreen: 'Dit scherm heeft geen netwerk',
    server: 'De server antwoordt niet',
    age: 'Het bord is {age} oud',
    stumbled: 'Dit scherm struikelde en begint opnieuw · gegevens van {time}',
  },
  refused: {
    'no-token': 'Dit scherm is niet gekoppeld',
    unknown: 'Dit scherm is hier niet bekend',
    revoked: 'Dit scherm is buitengesloten',
    branch: 'Dit scherm mag die vestiging niet tonen',
    'too-old': 'Dit scherm heeft een andere versie',
    again: 'Vraag wie Heatlamp beheert om een link.',
    branchHint: 'Kies een van zijn vestigingen in het adres: ?branch=1',
    reload: 'Laad deze pagina opnieuw.',
  },
  menu: { open: 'Instellingen van dit scherm', close: 'Klaar' },
  ticket: {
    table: 'Tafel {number}',
    tableSub: 'Tafel {number}, deel {sub}',
    counterTicket: 'Balienummer {number}',
    counter: 'Balie',
    course: 'Gang {number}',
    guests: '{count, plural, one {# gast} other {# gasten}}',
    roundBadge: '{round}e',
  },
  state: {
    cooking: 'in bereiding',
    warn: 'traag',
    late: 'te laat',
    'very-late': 'veel te laat',
    ready: 'klaar',
    'ready-warn': 'klaar, wacht',
    'ready-late': 'klaar, wacht te lang',
  },
  dot: { done: 'gedaan', presumed: 'vermoedelijk uitgeserveerd', cooking: 'in bereiding', ready: 'klaar' },
  mark: {
    moved: 'verplaatst',
    renamed: 'andere naam',
    guests: 'aantal gasten anders',
    'completed-again': 'opnieuw klaar',
  },
  markFrom: { moved: 'van {place}', renamed: 'was {name}', guests: '{from} → {to} gasten' },
};
