import type { NavWords } from './nav-words';

/** The words of the way to the other pages, in Dutch. */
export const navNl: NavWords = {
  nav: { title: 'Pagina’s', ready: 'Klaar', pass: 'Pas', tables: 'Tafels', kitchen: 'Keuken' },
};
