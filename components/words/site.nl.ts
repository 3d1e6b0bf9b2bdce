import type { SiteWords } from './site-words';

/** The words of every page together and of the one that is not there, in Dutch. */
export const siteNl: SiteWords = {
  site: { description: 'Een keukenscherm voor restaurants die per gang serveren', home: 'Naar de beginpagina' },
  notFound: {
    title: 'Deze pagina bestaat niet.',
    lead: 'Misschien klopt het adres niet, of hoort de pagina bij een andere versie van Heatlamp.',
  },
};
