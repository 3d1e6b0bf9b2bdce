import type { Language } from '../words/language';

/** Guests look at pickup boards, and see nothing of the house. */
const OF_THE_HOUSE = ['kitchen', 'pass', 'ready', 'tables'] as const;
/** The views whose page there is, and the screens that may open it. */
const PAGES = [
  { view: 'ready', path: '/ready', openedBy: OF_THE_HOUSE },
  { view: 'pass', path: '/pass', openedBy: OF_THE_HOUSE },
  { view: 'tables', path: '/tables', openedBy: OF_THE_HOUSE },
  { view: 'kitchen', path: '/kitchen', openedBy: OF_THE_HOUSE },
  { view: 'pickup', path: '/pickup', openedBy: ['pickup'] },
] as const;

export type PageView = (typeof PAGES)[number]['view'];

/** A page that a screen may show, of one of its branches. */
export type Choice<Branch> = { view: PageView; branch: Branch; isOwn: boolean; href: string };

type Asking<Branch> = { view: string; branches: readonly Branch[] };

/**
 * What a screen may show, its own view first, of each of its branches. A language that the address chose goes along.
 * Empty for a screen of a view without a page, and for a program's token.
 */
export function choicesOf<Branch extends { number: number }>(
  { view: own, branches }: Asking<Branch>,
  chosen: Language | null,
): Choice<Branch>[] {
  return pagesFor(own)
    .toSorted((a, b) => Number(b.view === own) - Number(a.view === own))
    .flatMap(({ view, path }) =>
      branches.map((branch) => {
        const query = new URLSearchParams();
        if (branches.length > 1) query.set('branch', String(branch.number));
        return { view, branch, isOwn: view === own, href: addressOf(path, query, chosen) };
      }),
    );
}

/** The pages that a screen of a view may open, in the order in which they are offered. */
export function pagesFor(view: string): { view: PageView; path: string }[] {
  return PAGES.filter(({ openedBy }) => (openedBy as readonly string[]).includes(view));
}

/** A page's address, with the language that was chosen in the one that leads there. */
export function addressOf(path: string, query: URLSearchParams, chosen: Language | null): string {
  if (chosen) query.set('lang', chosen);
  return query.size > 0 ? `${path}?${query}` : path;
}
