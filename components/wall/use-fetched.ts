'use client';

import { useEffect, useState } from 'react';

/**
 * A part of the page that is fetched when it is first shown: a wall is sent without what is seldom looked at. Null until
 * it is there, and `failed` where the server did not give it. `fetch` stays the same.
 */
export function useFetched<Part extends object>(fetch: () => Promise<Part>): Part | 'failed' | null {
  const [part, setPart] = useState<Part | 'failed' | null>(null);
  useEffect(() => {
    let isGone = false;
    const show = (next: Part | 'failed') => isGone || setPart(next);
    fetch().then(show, () => show('failed'));
    return () => {
      isGone = true;
    };
  }, [fetch]);
  return part;
}
