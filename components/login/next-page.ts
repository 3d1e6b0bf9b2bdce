import type { Language } from '../messages/language';

const OWN = 'http://own';
const FIRST_PAGE = '/manager';

/**
 * Where to go once signed in: the page of this server that was asked for, else the first of the managers' pages. An
 * address anywhere else counts as none: a link to this page must not lead away. A chosen language goes along.
 */
export function nextPage(asked: string | null, chosen: Language | null): string {
  const wanted = asked?.startsWith('/') && URL.canParse(asked, OWN) ? new URL(asked, OWN) : null;
  const isOwn = wanted?.origin === OWN && !wanted.pathname.startsWith('//');
  const url = wanted && isOwn ? wanted : new URL(FIRST_PAGE, OWN);
  if (chosen && !url.searchParams.has('lang')) url.searchParams.set('lang', chosen);
  return `${url.pathname}${url.search}${url.hash}`;
}
