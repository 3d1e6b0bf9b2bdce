import type { LoginWords } from './login-words';

/** The words of the page where managers sign in, in Dutch. */
export const loginNl: LoginWords = {
  login: {
    title: 'Inloggen',
    lead: 'Historie, rapporten en instellingen zijn voor managers. Schermen hebben geen wachtwoord nodig: die worden gekoppeld.',
    name: 'Naam',
    password: 'Wachtwoord',
    show: 'Wachtwoord tonen',
    submit: 'Inloggen',
    working: 'Een ogenblik …',
    lost: 'Nog geen wachtwoord, of kwijt? Wie Heatlamp beheert, maakt een link met `npm run -s heatlamp --` en dan `manager add …` of `manager reset-password …`.',
    welcome: 'Welkom, {name}',
    choose: 'Kies een wachtwoord. Daarmee log je voortaan in, als {name}.',
    newPassword: 'Nieuw wachtwoord',
    rule: 'Minstens {shortest} tekens. Een korte zin onthoud je makkelijk.',
    setPassword: 'Opslaan en inloggen',
    checkingLink: 'Je link wordt bekeken …',
    signedIn: 'Je bent ingelogd, {name}',
    signedInLead: 'Op dit apparaat, hooguit 30 dagen.',
    goOn: 'Verder',
    signOut: 'Uitloggen',
    signOutEverywhere: 'Op elk apparaat uitloggen',
    signedOut: 'Je bent uitgelogd.',
    signedOutEverywhere: 'Je bent op elk apparaat uitgelogd.',
  },
  loginTrouble: {
    wrong: 'De naam of het wachtwoord klopt niet.',
    tooMany: 'Te veel pogingen: wacht {seconds, plural, one {# seconde} other {# seconden}}.',
    again: 'Je kunt het nu weer proberen.',
    busy: 'Er loggen nu veel mensen in. Probeer het zo weer.',
    link: 'Deze link is niet meer geldig: hij werkt één keer, 24 uur lang. Vraag wie Heatlamp beheert om een nieuwe, gemaakt met `npm run -s heatlamp --` `manager reset-password …`.',
    tooShort: 'Dit wachtwoord is te kort: minstens {shortest} tekens.',
    tooLong: 'Dit wachtwoord is te lang: hooguit {longest} tekens.',
    empty: 'Vul je naam en je wachtwoord in.',
    address:
      'De server kent het adres in je browser niet. Open het adres waarmee hij is ingesteld, of laat PUBLIC_URL op dit adres zetten.',
    unreachable: 'De server antwoordt niet. Kijk of het netwerk werkt en probeer het opnieuw.',
    broken: 'Er ging iets mis op de server. Probeer het opnieuw; in het logboek staat wat het was.',
  },
};
