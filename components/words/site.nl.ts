import type { SiteWords } from './site-words';

/** The words of every page together, of the one that is not there and of pairing, in Dutch. */
export const siteNl: SiteWords = {
  site: { description: 'Een keukenscherm voor restaurants die per gang serveren', home: 'Naar de beginpagina' },
  notFound: {
    title: 'Deze pagina bestaat niet.',
    lead: 'Misschien klopt het adres niet, of hoort de pagina bij een andere versie van Heatlamp.',
  },
  pair: {
    title: 'Dit scherm koppelen',
    working: 'Koppelen …',
    noToken: 'Deze link is niet volledig. Open de hele link, zoals die getoond werd.',
    refused: 'Deze link is niet meer geldig. Maak een nieuwe met `npm run -s heatlamp --` `screen add …`.',
    unreachable: 'De server antwoordt niet. Dit scherm probeert het opnieuw.',
  },
};
