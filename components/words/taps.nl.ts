import type { TapsWords } from './taps-words';

/** What became of a tap, in Dutch. */
export const tapsNl: TapsWords = {
  taps: {
    claim: '{place} · {course} is voor jou',
    collect: '{place} · {course} meegenomen',
    'still-here': '{place} · {course} wacht weer',
    'confirm-served': '{place} · {course} is uitgeserveerd',
    hide: '{place} · {course} verborgen',
    recall: '{place} · {course} teruggehaald',
    seen: '{place} · {course} gezien',
    undo: 'Terugdraaien',
    takingBack: 'Wordt teruggedraaid …',
    takenBack: 'Teruggedraaid: {place} · {course}',
  },
  notTaken: {
    contract: 'Niet gelukt: dit scherm en de server begrijpen elkaar niet. Laad deze pagina opnieuw.',
    view: 'Dit scherm mag alleen meekijken.',
    branch: 'Niet gelukt: dat is van een andere vestiging.',
    unknown: 'Niet gelukt: {place} · {course} staat niet meer op het bord.',
    late: 'Niet gelukt: het kwam te laat aan. Tik nog eens.',
    used: 'Niet gelukt. Tik nog eens.',
    closed: '{place} · {course} is al geserveerd.',
    claimed: '{name} heeft {place} · {course} al.',
    claimedBySomeone: 'Iemand anders heeft {place} · {course} al.',
    collected: '{place} · {course} is al meegenomen.',
    'not-presumed': '{place} · {course} wacht al.',
    hidden: '{place} · {course} is hier al verborgen.',
    'not-hidden': '{place} · {course} is hier niet verborgen.',
    nothing: 'Er valt niets terug te draaien.',
    'not-yours': 'Alleen wie erop tikte kan dat terugdraaien.',
    'undo-late': 'Te laat om terug te draaien.',
    unavailable: 'De server is druk: niet gelukt. Tik nog eens.',
    cooking: '{place} · {course} is nog bezig: meenemen kan zodra het klaar is.',
    offline: 'Geen verbinding: niet verstuurd. Probeer het opnieuw zodra het live is.',
    unanswered: 'Geen antwoord van de server: kijk of het te zien is.',
  },
};
