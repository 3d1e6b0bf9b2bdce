'use client';

import { useEffect, useState } from 'react';

/** The first key that was pressed: what knows keys may have to be fetched before it does what the key says. */
export function useEarlyKey(): string | null {
  const [early, setEarly] = useState<string | null>(null);
  useEffect(() => {
    const press = ({ key }: KeyboardEvent) => setEarly(key);
    window.addEventListener('keydown', press, { once: true });
    return () => window.removeEventListener('keydown', press);
  }, []);
  return early;
}
