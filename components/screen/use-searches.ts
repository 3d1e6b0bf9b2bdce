'use client';

import { useEffect, useState } from 'react';
import { pageSession } from '../device-storage';
import type { PageView } from '../pairing/screen-pages';

/** Parameters that carry over to another page; others have a different meaning there, or none. */
export const KEPT = ['branch', 'lang', 'theme', 'palette', 'sound', 'volume'];

const KEPT_AS = 'heatlamp-choices-';

/**
 * Returns the query for each page: the parameters that carry over from this one (`alongs`, by name), and the options of
 * its last visit on this device. A waiter who looks at the pass returns to the same tables.
 */
export function useSearches(page: PageView, search: string, alongs: readonly string[]): (view: PageView) => string {
  // The server has no access to what the device stored.
  const [isHere, setHere] = useState(false);
  useEffect(() => {
    setHere(true);
    // A device without storage starts with the defaults there.
    pageSession.set(`${KEPT_AS}${page}`, search);
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
  return pageSession.get(`${KEPT_AS}${view}`) ?? '';
}
