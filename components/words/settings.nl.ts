import type { SettingsWords } from './settings-words';

/** The words of the managers' settings page, in Dutch. */
export const settingsNl: SettingsWords = {
  settings: {
    title: 'Instellingen',
    lead: {
      everywhere: 'Wat voor alle vestigingen geldt. Een vestiging mag afwijken, en een gang daarvan ook.',
      branch: 'Wat voor {branch} geldt. De gangen mogen afwijken.',
      course: 'Wat voor {course} van {branch} geldt.',
    },
    place: {
      branch: 'Geldt voor',
      everywhere: 'Alle vestigingen',
      branchNumber: 'Vestiging {number}',
      course: 'En daar voor',
      everyCourse: 'Alle gangen',
      courseNumber: 'Gang {number}',
      courseOf: '{branch}, {course}',
    },
    readOnly:
      'Wat voor alle vestigingen geldt, wijzigt alleen een eigenaar. Kies een vestiging om te zeggen wat daar geldt.',
    courseOnly: 'Al het andere geldt voor de vestiging als geheel.',
    noBranches: 'Een vestiging kan afwijken zodra haar eerste bericht er is.',
    groups: {
      late: {
        title: 'Te laat in de keuken',
        lead: 'Wanneer een gang in bereiding oranje en rood wordt: op de schermen, in de tafellijst en in rapporten precies gelijk.',
      },
      pass: { title: 'Op de pas', lead: 'Wat klaar is en nog naar de tafel moet.' },
      tables: { title: 'Tafels en vergeten gangen', lead: 'Wat er gebeurt als de kassa niets meer laat horen.' },
      services: { title: 'Dagdelen', lead: 'Waaraan rapporten en historie lunch en diner herkennen.' },
      pos: { title: 'De kassa', lead: 'Hoe gelezen wordt wat zij stuurt.' },
    },
    keys: {
      warnPercent: {
        label: 'Traag',
        help: 'Van de tijd die de kassa voor de gang verwacht: vanaf hier krijgt de kaart een oranje rand.',
      },
      latePercent: { label: 'Te laat', help: 'Vanaf hier is de kaart rood, en telt de gang in rapporten als te laat.' },
      veryLatePercent: { label: 'Veel te laat', help: 'Vanaf hier krijgt de kaart ook een wit kader.' },
      fallbackWarn: {
        label: 'Traag, zonder verwachte tijd',
        help: 'Bij een gang zonder tijd van de kassa: zo lang na de start krijgt de kaart een oranje rand.',
      },
      fallbackLate: {
        label: 'Te laat, zonder verwachte tijd',
        help: 'Te laat zo lang na de start.',
      },
      fallbackVeryLate: {
        label: 'Veel te laat, zonder verwachte tijd',
        help: 'Veel te laat zo lang na de start.',
      },
      readyWarn: { label: 'Wacht', help: 'Zo lang klaar en nog niet uitgeserveerd: dan wordt het oranje.' },
      readyLate: { label: 'Wacht te lang', help: 'Zo lang klaar en nog niet uitgeserveerd: dan wordt het rood.' },
      claimHolds: {
        label: '“Ik pak hem” geldt',
        help: 'Zo lang zien de anderen dat er iemand onderweg is; daarna kan iedereen het weer zeggen.',
      },
      collectedCloses: {
        label: 'Meegenomen gangen sluiten',
        help: 'Na zo lang, als niemand op de kassa uitserveren indrukt.',
      },
      counterPresumed: {
        label: 'Baliebonnen gelden als uitgeserveerd',
        help: 'Als zo lang niemand op uitserveren drukt. Ze komen samen op één regel; een tik haalt er een terug.',
      },
      readyLeavesWall: {
        label: 'Klare kaarten verdwijnen van het keukenscherm',
        help: 'Voor keukens waar de bediening nooit uitserveren indrukt. De balk telt ze nog wel.',
      },
      wallTouch: {
        label: 'Een tik op een kaart van het keukenscherm',
        help: 'Verbergt de kaart op dat scherm alleen, of zegt voor iedereen dat het eten van de pas is meegenomen.',
      },
      turnOver: { label: 'Een tafel blijft bezet', help: 'Zo lang na de laatste gang; daarna staat hij op vrij.' },
      autoCloseHours: {
        label: 'Vergeten gangen sluiten',
        help: 'Als er zo lang niets over is gehoord. Ze tellen in geen enkele wachttijd mee.',
      },
      services: {
        label: 'De dagdelen van een dag',
        help: 'Elk dagdeel duurt tot het volgende begint, het laatste tot het einde van de dag.',
      },
      openingHours: {
        label: 'Openingstijden',
        help: 'Daarbuiten wordt een keukenscherm zonder open gang gedimd en mag het in slaap vallen. Tijden zoals 10:00-23:30; services: vanaf een uur voor de eerste; of always: altijd open.',
      },
      posTimeUnit: {
        label: 'Bereidingstijden van de kassa',
        help: 'Een kassa kan ze in seconden, minuten of milliseconden sturen. Zoekt Heatlamp het uit, dan beslissen de afgeronde gangen.',
      },
      pathSlip: {
        label: 'Een start met een bereidingstijd is een afronding',
        help: 'Sommige kassa’s sturen een afronding naar het adres van de start. Zet dit alleen uit als die van jou bij elke start een bereidingstijd meestuurt.',
      },
      headerPrefix: {
        label: 'Alleen headers met deze naam',
        help: 'Het deel tussen X- en -Signature. Met any wordt elk merk kassa gehoord.',
      },
    },
    values: {
      percent: '{value} %',
      minutes: '{value} min',
      hours: '{value} uur',
      off: 'nooit',
      posTimeUnit: {
        auto: 'Heatlamp zoekt het uit',
        seconds: 'seconden',
        minutes: 'minuten',
        milliseconds: 'milliseconden',
      },
      pathSlip: { on: 'aan', off: 'uit' },
      anyPrefix: 'any',
      wallTouch: { hide: 'verbergt hem daar', taken: 'zegt dat het is meegenomen' },
      openingHours: { services: 'zoals de services', always: 'altijd open' },
    },
    units: { percent: '% van verwacht', minutes: 'min', hours: 'uur' },
    never: 'Nooit',
    after: 'Na',
    save: 'Opslaan',
    saving: 'Bezig …',
    service: { name: 'Naam', start: 'Begint', add: 'Dagdeel toevoegen', remove: '{name} verwijderen' },
    source: {
      default: 'Standaard',
      everywhere: 'Zoals voor alle vestigingen',
      branch: 'Zoals voor de hele vestiging',
      ownEverywhere: 'Ingesteld voor alle vestigingen',
      ownBranch: 'Ingesteld voor deze vestiging',
      ownCourse: 'Ingesteld voor deze gang',
    },
    back: {
      default: 'Terug naar de standaard: {value}',
      everywhere: 'Terug naar wat alle vestigingen hebben: {value}',
      branch: 'Terug naar wat de vestiging heeft: {value}',
    },
    differing: 'Anders voor',
    oneForAll: 'Eén voor alle vestigingen.',
    outOfOrder: {
      percent: 'Traag, te laat en veel te laat volgen elkaar niet op: een kaart slaat over wat later komt.',
      fallback:
        'Zonder verwachte tijd volgen traag, te laat en veel te laat elkaar niet op: een kaart slaat over wat later komt.',
      ready: 'Een kaart op de pas wordt zo rood voordat hij oranje is.',
    },
    wrong: {
      number: 'Een getal van {least} tot en met {most}.',
      services: 'Elk dagdeel heeft een naam zonder komma en een begin nodig, en geen twee heten hetzelfde.',
      hours: 'Tijden zoals 10:00-23:30, of services, of always.',
      prefix: 'Letters, cijfers en streepjes, zoals acme. Of any.',
      zone: 'Een tijdzone met die naam is er niet. Ze zien eruit als Europe/Amsterdam.',
      clock: 'Een tijd van de dag, zoals 04:00.',
    },
    unit: {
      votes:
        'Afgeronde gangen wijzen {seconds} keer op seconden, {minutes} keer op minuten en {milliseconds} keer op milliseconden.',
      unknown:
        'Dat is nog niet genoeg: er zijn er 10 nodig en 80 % moet het eens zijn. Tot dan heeft niets een verwachte tijd.',
      agreed: 'Dus het zijn {unit}.',
      differs: 'Ze worden gelezen als {unit}, maar het lijken {agreed}.',
      perBranch: 'Wat de afgeronde gangen zeggen staat bij elke vestiging.',
    },
    branch: {
      title: 'De vestiging',
      lead: 'Een eigenaar geeft haar een naam en zegt wanneer de dag begint.',
      name: 'Naam',
      nameHelp: 'Zoals op schermen en pagina’s.',
      unnamed: 'geen naam',
      timeZone: 'Tijdzone',
      timeZoneHelp: 'Elke tijd op schermen en pagina’s is die van de vestiging.',
      cutOff: 'De dag begint om',
      cutOffHelp: 'Wat daarvoor is bereid hoort bij de avond ervoor. De dagen van de hele historie gaan mee.',
    },
    said: {
      changed: '{what}: {before} → {after}',
      undo: 'Terugdraaien',
      undone: 'Teruggedraaid. {what}: {value}',
      close: 'Sluiten',
      unreachable: 'De server antwoordt niet. Er is niets gewijzigd.',
      changedMeanwhile: 'Iemand anders wijzigde dit intussen; van jou is niets ingesteld. Hier staat nu wat geldt.',
      refused: 'De server weigert dit: {why}',
      nothing: 'niet ingesteld',
    },
    changes: {
      title: 'Laatste wijzigingen',
      none: 'Hier is nog nooit een instelling gewijzigd: elke heeft haar standaard. Wijzigingen van de vestiging zelf staan hier niet.',
      by: '{when}, door {name}',
      byCommand: '{when}, via de opdrachtregel',
      since: 'daarna weer gewijzigd',
      undo: 'Terugdraaien: {what}',
    },
  },
};
