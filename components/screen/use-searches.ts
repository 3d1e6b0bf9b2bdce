'use client';

import { useEffect, useState } from 'react';
import type { PageView } from '../pairing/screen-pages';

/** What goes along to another page: the others of its choices mean something else there, or nothing. It has its own. */
export const KEPT = ['branch', 'lang', 'theme', 'palette', 'sound', 'volume'];

const KEPT_AS = 'heatlamp-choices-';

/**
 * What to put behind the address of each page: what goes along from this one (`alongs`, by name), and what was chosen
 * there when this device last showed it. Who looks at the pass for a moment comes back to the same tables.
 */
export function useSearches(page: PageView, search: string, alongs: readonly string[]): (view: PageView) => string {
  // The server does not know what a device remembers.
  const [isHere, setHere] = useState(false);
  useEffect(() => {
    setHere(true);
    try {
      sessionStorage.setItem(`${KEPT_AS}${page}`, search);
    } catch {} // a device that stores nothing begins anew there
  }, [page, search]);
  return (view) => {
    const own = view === page ? search : isHere ? remembered(view) : '';
    const goesAlong = ([name]: [string, string]) => alongs.includes(name);
    const query = new URLSearchParams([
      ...[...new URLSearchParams(search)].filter(goesAlong),
      ...[...new URLSearchParams(own)].filter((one) => !goesAlong(one)),
    ]);
    return query.size > 0 ? `?${query}` : '';
  };
}

function remembered(view: PageView): string {
  try {
    return sessionStorage.getItem(`${KEPT_AS}${view}`) ?? '';
  } catch {
    return '';
  }
}
