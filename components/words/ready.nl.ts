import type { ReadyWords } from './ready-words';

/** The words of the board of what is ready, in Dutch. */
export const readyNl: ReadyWords = {
  ready: {
    title: 'Klaar voor uitgifte',
    list: 'Klaar voor uitgifte',
    others: 'Andere tafels',
    empty: 'Er is niets klaar',
    emptyHint: 'Een gang verschijnt hier zodra de keuken hem klaar heeft.',
    noneOfMine: 'Er is niets van jou klaar',
    noneOfMineHint:
      '{count, plural, =0 {Verder ook niets.} one {# gang voor anderen: zie Alles.} other {# gangen voor anderen: zie Alles.}}',
    noTables: 'Je hebt je tafels nog niet gekozen',
    noTablesHint: 'Die van jou staan dan vooraan, met een eigen geluid.',
    waking: 'Een ogenblik: dit scherm sliep',
    wakingHint: 'Wat nu klaar is, verschijnt zodra de server antwoordt.',
  },
  readyTabs: { title: 'Van wie', mine: 'Van mij', all: 'Alles', count: '{count} klaar' },
  claim: {
    take: 'Ik pak hem',
    brought: 'Aan tafel gebracht',
    handedOut: 'Meegegeven',
    sending: 'Versturen …',
    named: '{action}: {place}, {course}',
    mine: 'Jij hebt hem',
    theirs: 'heeft hem',
    somebody: 'Iemand',
    nobodys: 'Niemand heeft hem',
  },
  comingUp: {
    title: 'Komt eraan voor jou',
    titleAll: 'Komt eraan',
    about: 'ongeveer {minutes} min',
    anyMoment: 'elk moment',
    late: 'te laat, elk moment',
    more: '+{count} meer',
    none: 'Er is niets voor jou in bereiding.',
    noneAtAll: 'Er is niets in bereiding.',
  },
  checkBack: {
    title: 'Alles naar wens?',
    line: '{minutes} min geleden uitgeserveerd · alles naar wens?',
    done: 'Gedaan',
    doneNamed: 'Gedaan: {place}, {course}',
  },
  myTables: {
    title: 'Mijn tafels',
    pick: 'Kies mijn tafels',
    picked: 'Mijn tafels: {tables}',
    tap: 'Tik je tafels aan',
    none: 'Van geen tafel was er nieuws in de laatste zeven dagen. Schrijf die van jou hieronder.',
    range: 'Of schrijf ze op',
    rangeHint: 'zoals 1-12, 20',
    notUnderstood: 'Niet begrepen. Schrijf nummers en reeksen, zoals 1-12, 20.',
    clear: 'Geen',
  },
  readyMenu: {
    escalate: 'Iedereen waarschuwen na',
    checkback: 'Vragen of alles naar wens is, na het serveren',
    off: 'nooit',
    minutes: '{minutes} min',
  },
};
