import type { Language } from '../../lib/language';

const OWN = 'http://own';
const FIRST_PAGE = '/manager';

/**
 * Where to go after signing in: the wanted page if it is of this server, else the first page of managers. Other
 * origins are refused, so that a link to the sign-in page cannot redirect elsewhere. A chosen language is kept.
 */
export function nextPage(wanted: string | null, chosen: Language | null): string {
  const target = wanted?.startsWith('/') && URL.canParse(wanted, OWN) ? new URL(wanted, OWN) : null;
  const isOwn = target?.origin === OWN && !target.pathname.startsWith('//');
  const url = target && isOwn ? target : new URL(FIRST_PAGE, OWN);
  if (chosen && !url.searchParams.has('lang')) url.searchParams.set('lang', chosen);
  return `${url.pathname}${url.search}${url.hash}`;
}
