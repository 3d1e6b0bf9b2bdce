'use client';

import { useEffect, useState } from 'react';

/** The first press of a key: the part that handles keys may still be loading then. */
export function useEarlyKey(): KeyboardEvent | null {
  const [early, setEarly] = useState<KeyboardEvent | null>(null);
  useEffect(() => {
    window.addEventListener('keydown', setEarly, { once: true });
    return () => window.removeEventListener('keydown', setEarly);
  }, []);
  return early;
}
