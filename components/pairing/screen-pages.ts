import type { Language } from '../../lib/language';

/** Guests see pickup boards, and no link to other pages. */
const OF_THE_HOUSE = ['kitchen', 'pass', 'ready', 'tables'] as const;
/** Views that have a page, and the screens that may open it. */
const PAGES = [
  { view: 'ready', path: '/ready', openedBy: OF_THE_HOUSE },
  { view: 'pass', path: '/pass', openedBy: OF_THE_HOUSE },
  { view: 'tables', path: '/tables', openedBy: OF_THE_HOUSE },
  { view: 'kitchen', path: '/kitchen', openedBy: OF_THE_HOUSE },
  { view: 'pickup', path: '/pickup', openedBy: ['pickup'] },
] as const;

export type PageView = (typeof PAGES)[number]['view'];

/** Page that a screen may show for one of its branches. */
export type Choice<Branch> = { view: PageView; branch: Branch; isOwn: boolean; href: string };

type Asking<Branch> = { view: string; branches: readonly Branch[] };

/**
 * Returns the pages that a screen may show for each of its branches, its own view first. They keep the language of the
 * address. Empty for a view without a page, and for the token of a program.
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

/** Pages that a screen of a view may open, in the order of the menu. */
export function pagesFor(view: string): { view: PageView; path: string }[] {
  return PAGES.filter(({ openedBy }) => (openedBy as readonly string[]).includes(view));
}

/** Address of a page, with the language of the current address. */
export function addressOf(path: string, query: URLSearchParams, chosen: Language | null): string {
  if (chosen) query.set('lang', chosen);
  return query.size > 0 ? `${path}?${query}` : path;
}
