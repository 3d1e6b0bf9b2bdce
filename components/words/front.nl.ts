import type { FrontWords } from './front-words';

/** The words of the front page, in Dutch. A title has a line for each of its sentences. */
export const frontNl: FrontWords = {
  ago: {
    now: 'zojuist',
    seconds: '{count} s geleden',
    minutes: '{count} min geleden',
    today: 'vandaag {clock}',
    yesterday: 'gisteren {clock}',
    weekday: '{weekday} {clock}',
    date: '{date} {clock}',
  },
  link: {
    live: 'live · {clock}',
    managers: 'Voor managers',
    silent: 'Al {seconds} s geen antwoord · laatste antwoord {clock}',
    noScript:
      'Deze browser voert geen scripts uit, dus deze pagina ververst niet vanzelf: laad haar opnieuw om te zien hoe het nu is.',
  },
  standing: {
    'no-subscription': {
      title: 'Heatlamp draait.\nEr is nog niets aangesloten.',
      lead: 'In drie stappen een werkend keukenscherm. De eerste is de kassa.',
    },
    'nothing-arrived': {
      title: 'Heatlamp draait.\nWachten op de kassa.',
      lead: 'Er is nog niets binnengekomen. Het eerste bericht staat hier binnen een paar seconden.',
    },
    'no-screen': {
      title: 'Er komen berichten binnen.\nNog geen scherm.',
      lead: 'Laatste bericht van de kassa: {when}. Nog niemand kan meekijken.',
      announced: 'Nog niemand kan meekijken: voeg een scherm toe.',
    },
    running: {
      title: 'Heatlamp draait.',
      lead: 'Laatste bericht van de kassa: {when}',
      announced: 'Er komen berichten binnen van de kassa.',
    },
    quiet: {
      title: 'Heatlamp draait.\nDe kassa is stil.',
      lead: 'Niets van de kassa sinds {when}',
      note: 'Dat hoort zo als het restaurant dicht is. Kijk tijdens de service naar de kassa en het netwerk.',
    },
    unreadable: {
      title: 'Heatlamp draait, maar kan de database niet lezen.',
      lead: 'Berichten worden misschien nog wel bewaard. De dokter zegt wat er mis is en wat je kunt doen.',
    },
    slow: {
      title: 'Wachten op antwoord…',
      lead: 'Gegevens van {clock}. Deze pagina blijft het vragen.',
      announced: 'Heatlamp antwoordt al een paar seconden niet. Deze pagina blijft het vragen.',
    },
    lost: {
      title: 'Heatlamp antwoordt niet.',
      lead: 'Gegevens van {clock}. Deze pagina komt vanzelf terug.',
      offline: 'Dit apparaat heeft geen netwerk. Gegevens van {clock}.',
      announced: 'Heatlamp antwoordt niet. Deze pagina komt vanzelf terug.',
    },
  },
  device: {
    paired: {
      title: 'Hallo, {name}.',
      lead: 'Dit scherm is gekoppeld aan {branches}.',
      choose: 'Dit scherm is gekoppeld aan {branches}. Kies wat het toont.',
      noPage: 'Dit scherm is gekoppeld aan {branches}, maar deze versie van Heatlamp heeft er geen pagina voor.',
    },
    revoked: {
      title: 'Dit scherm is buitengesloten.',
      lead: 'Het toont niets meer. Met een nieuwe link kan het er weer in.',
    },
    unknown: {
      title: 'Dit scherm is hier niet bekend.',
      lead: 'De sleutel is van een andere Heatlamp, of van een die opnieuw is ingericht. Met een nieuwe link kan het erin.',
    },
    choices: 'Wat dit scherm kan tonen',
    branch: 'vestiging {number}',
  },
  view: {
    kitchen: { title: 'Keukenscherm', lead: 'Wat er in bereiding is, hoe lang al, en wat klaar is' },
    ready: { title: 'Klaar voor uitgifte', lead: 'Wat op de bediening wacht, het langste bovenaan' },
    pass: { title: 'Pas', lead: 'Elke tafel met zijn gangen, en waar het op wacht' },
    tables: { title: 'Tafels', lead: 'Hoe elke tafel ervoor staat, en wanneer er voor het laatst eten kwam' },
    pickup: { title: 'Afhalen', lead: 'Voor gasten: welk nummer klaarstaat aan de balie' },
  },
  about: {
    title: 'Wat Heatlamp is',
    lead: 'Het laat de keuken zien welke gangen in bereiding zijn, hoe lang al, en welke klaar zijn om uit te gaan. De kassa vertelt het; schermen in het restaurant tonen het, live.',
    getIn: 'Hoe een scherm erin komt',
    how: 'Dit apparaat is nog geen scherm. Elk scherm komt erin met een eigen link: wie Heatlamp beheert maakt er een, je opent hem één keer op het scherm, en daarna blijft het gekoppeld.',
    command: 'Zo maak je een link, op de machine van Heatlamp, in zijn map:',
  },
  newLink: {
    title: 'Hoe het er weer in komt',
    lead: 'Vraag wie Heatlamp beheert om een nieuwe link en open die op dit scherm. Zo maak je er een, op de machine van Heatlamp, in zijn map:',
  },
  steps: {
    title: 'Inrichten',
    marks: { done: 'klaar', next: 'nu', later: 'later' },
    none: 'nog geen',
    subscription: {
      title: 'Abonnement',
      done: 'De kassa mag berichten sturen',
      open: 'De kassa kan nog niets sturen',
    },
    delivery: { title: 'Laatste bericht', done: 'binnen om {clock}', open: 'Er is niets binnengekomen' },
    screen: {
      title: 'Schermen',
      done: '{count, plural, one {Eén apparaat mag meekijken} other {# apparaten mogen meekijken}}',
      open: 'Nog niemand kan meekijken',
    },
  },
  connect: {
    title: 'Nu: de kassa aansluiten',
    again: 'Nog een kassa aansluiten',
    inPos: 'Maak in de backoffice van de kassa een abonnement',
    baseUrl: 'Basis-URL',
    loopback:
      'Dit adres werkt alleen op deze machine. Draait de kassa ergens anders, zet dan de netwerknaam of het adres van deze machine op de plaats van de host.',
    id: 'Abonnements-id',
    idHint: 'een naam die je zelf kiest, zoals die van het restaurant',
    secret: 'Geheime sleutel',
    secretHint: 'Base64-tekst, aan beide kanten dezelfde',
    events: 'Gebeurtenissen',
    blocking: 'Blokkerend',
    blockingHint: 'nee, voor alle drie: de kassa hoeft niet op de keuken te wachten',
    inHeatlamp: 'Zeg hetzelfde op de machine van Heatlamp, in zijn map',
    inHeatlampHint:
      'Het id en de geheime sleutel van de backoffice komen op de gemarkeerde plaatsen. Laat je de sleutel weg, dan maakt Heatlamp er een en toont die voor de backoffice.',
  },
  deliver: {
    title: 'Nu: een gang starten',
    lead: 'Laat iemand aan de kassa een gang starten. Staat hier na een paar seconden nog niets, kijk dan naar deze drie.',
    url: 'De basis-URL in de backoffice is deze, en de kassa kan erbij',
    events: 'Deze gebeurtenissen zijn gekozen',
    doctor: 'De dokter zegt wat er geweigerd is, en waarom',
  },
  screen: {
    title: 'Nu: een scherm toevoegen',
    again: 'Een scherm toevoegen',
    lead: 'Op de machine van Heatlamp, in zijn map. Je krijgt één keer een link met een sleutel voor dat ene scherm: open hem daar.',
    hint: 'De naam kies je zelf; de vestiging is het nummer waaronder de kassa haar kent.',
  },
  findServer: {
    title: 'Waar je kunt kijken',
    power: 'Staat de machine waar het op draait aan?',
    network: 'Zitten die machine en dit apparaat op hetzelfde netwerk?',
    stopped: 'Is Heatlamp gestopt? Start het dan daar, in zijn map:',
  },
  doctor: { title: 'Nu: de dokter vragen', lead: 'Op de machine van Heatlamp, in zijn map.' },
  copy: {
    copy: 'Kopieer',
    copied: 'Gekopieerd',
    byHand: 'Druk op Ctrl+C',
    baseUrl: 'de basis-URL',
    command: 'de opdracht',
  },
};
