import type { TablesWords } from './tables-words';

/** The words of the board of tables, in Dutch. */
export const tablesNl: TablesWords = {
  tables: {
    title: 'Tafels',
    empty: 'Nog geen tafels',
    emptyHint: 'Een tafel verschijnt hier zodra de eerste gang is gestart.',
    nothingShown: 'Geen tafel past bij de keuzes van dit scherm',
    nothingShownHint: '{count, plural, one {Eén tafel wordt} other {# tafels worden}} niet getoond.',
    show: 'Welke tafels',
    all: 'Alle',
    taken: 'Bezet',
    sort: 'Volgorde',
    sorts: { table: 'per tafel', food: 'langst zonder eten', status: 'dringendste eerst' },
    minutes: '{minutes} min',
    since: 'sinds {time}',
    free: 'Vrij: {count}',
    moreParties: '{count, plural, one {+1 gezelschap} other {+# gezelschappen}} ·',
    noFood: '{minutes, plural, =0 {nog geen eten} other {# min geen eten}}',
    lastFood: '{minutes, plural, =0 {net eten gekregen} other {eten # min geleden}}',
    mine: 'van mij',
    range: 'Tafels',
    rangeHint: 'zoals 1-12,20; leeg voor alle',
    ownTables: 'Mijn tafels, met ★',
    ownTablesHint: 'zoals 1-12,20',
  },
  tableStatus: {
    'TABLE-STATUS-OPEN': 'vrij',
    'TABLE-STATUS-TAKEN': 'bezet',
    'TABLE-STATUS-TAKEN-AND-RECEIPT-PRINTED': 'bon geprint',
    'TABLE-STATUS-TAKEN-AND-ACTION-REQUIRED': 'aandacht: eten staat te wachten',
    'TABLE-STATUS-TAKEN-AND-TIME-LIMIT-REACHED': 'keuken is te laat',
    'TABLE-STATUS-ORDER-READY-TO-BE-SERVED': 'klaar om uit te serveren',
    'TABLE-STATUS-RECENTLY-PAID': 'betaald',
  },
  evening: {
    close: 'Sluiten',
    loading: 'De avond wordt opgehaald …',
    empty: 'Vandaag niets uit de keuken voor deze tafel.',
    again: 'Probeer opnieuw',
    problems: {
      unreachable: 'De server antwoordt niet.',
      refused: 'Dit scherm mag dat niet zien.',
      gone: 'Deze tafel heeft al een week geen nieuws.',
    },
    old: 'Wat hier staat kan oud zijn.',
  },
};
