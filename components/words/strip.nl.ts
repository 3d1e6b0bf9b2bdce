import type { StripWords } from './strip-words';

/** The words of the live strip, in Dutch. */
export const stripNl: StripWords = {
  strip: {
    title: 'Nu',
    everyBranch: 'Alle vestigingen, de slechtste bovenaan',
    oneOf: 'Vestiging',
    branch: 'Vestiging {number}',
    link: {
      live: 'live · {clock}',
      slow: 'Al {seconds} s geen nieuws van de server',
      lost: 'Al {seconds} s geen nieuws: wat hier staat is van {clock}',
      offline: 'Dit apparaat heeft geen netwerk: wat hier staat is van {clock}',
    },
    pace: {
      label: 'De keuken, laatste 15 min',
      verdict: {
        behind: '{minutes} min achter',
        ahead: '{minutes} min voor',
        'as-expected': 'Zoals verwacht',
        few: 'Te weinig om iets te zeggen',
        'no-target': 'Niets om mee te vergelijken',
        nothing: 'Niets klaar',
      },
      basis: 'Mediaan van {count} gangen, vergeleken met wat de kassa verwacht.',
      thinBasis:
        'Mediaan van maar {count} gangen, vergeleken met wat de kassa verwacht: neem het met een korreltje zout.',
      few: '{count, plural, one {Maar één gang} other {Maar # gangen}} met een verwachte tijd kwam klaar. Vanaf 5 staat hier hoe ver de keuken achterloopt.',
      unitUnknown:
        'Of de kassa minuten of seconden stuurt is nog niet bekend: daar zijn 10 afgeronde gangen voor nodig.',
      noTarget:
        'De kassa verwacht geen tijd van {count, plural, one {de ene gang} other {de # gangen}} die klaar kwam.',
      nothing: 'Er kwam geen gang klaar waarvan de bereiding te meten is.',
      preparation: 'Mediaan van de bereiding {time}, n = {count}',
      leftOut:
        '{count, plural, one {Nog één telt} other {Nog # tellen}} niet mee: geen start, of klokken die elkaar tegenspreken.',
    },
    late: {
      label: 'Te laat klaar, laatste 15 min',
      share: '{late} van {count}',
      basis: '{count, plural, =0 {Geen gang} one {# gang} other {# gangen}} klaar met een gemeten bereiding',
      percent: '{share} %',
      percentBasis: '{late} van n = {count}',
    },
    flight: {
      label: 'Onderhanden',
      cooking: '{count, plural, one {# gang in bereiding} other {# gangen in bereiding}}',
      guests: 'voor {count, plural, one {# gast} other {# gasten}}',
      onPass: '{count} klaar op de pas',
      lateCooking: '{count} te laat',
      latePass: '{count, plural, one {# wacht} other {# wachten}} te lang',
      inTime: 'allemaal op tijd',
    },
    oldest: {
      label: 'Staat het langst open',
      cooking: '{course}, in bereiding',
      ready: '{course}, klaar op de pas',
      late: '{minutes, plural, =0 {net te laat} other {# min te laat}}',
      none: 'Er staat niets open.',
    },
    pos: {
      label: 'De kassa',
      last: 'Laatste bericht',
      never: 'Nog niets gekomen',
      quiet: 'al {minutes} min stil terwijl er eten onderhanden is: is de verbinding er nog?',
      clockSame: 'De klok loopt gelijk met de onze.',
      clockBehind: 'De klok loopt {time} achter op de onze; daar houden de tijden rekening mee.',
      clockAhead: 'De klok loopt {time} voor op de onze; daar houden de tijden rekening mee.',
    },
    screens: {
      label: 'Schermen',
      live: '{live} van {count} live',
      none: 'Nog geen scherm toont deze vestiging. Voeg er een toe: heatlamp screen add',
      connected: 'live',
      gone: 'laatst gezien {when}',
      never: 'nooit geopend',
      views: {
        kitchen: 'Keukenscherm',
        pass: 'Pas',
        ready: 'Klaarscherm',
        tables: 'Tafels',
        pickup: 'Afhaalscherm',
        api: 'Programma',
      },
    },
    empty: {
      title: 'Alles is rustig',
      never: 'Er is nog niets van de kassa gekomen. Wat daar ingevuld moet worden staat bij Berichten.',
      since: 'Het laatste bericht kwam {when}. Zodra de volgende gang start, staat die hier.',
      noBranch: 'Nog geen vestiging',
      noBranchHint: 'Een vestiging ontstaat met haar eerste bericht.',
    },
    rows: {
      caption: 'Vestigingen',
      name: 'Vestiging',
      pace: 'Tegen verwacht',
      late: 'Te laat klaar',
      flight: 'Onderhanden',
      oldest: 'Staat het langst open',
      pos: 'Kassa',
      screens: 'Schermen',
      n: 'n = {count}',
      cookingAndReady: '{cooking} bezig · {ready} klaar',
      nothingOpen: 'niets',
    },
  },
};
