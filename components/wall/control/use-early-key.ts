'use client';

import { useEffect, useState } from 'react';

/** The first key that was pressed: the part that handles keys may still be loading then. */
export function useEarlyKey(): string | null {
  const [early, setEarly] = useState<string | null>(null);
  useEffect(() => {
    const press = ({ key }: KeyboardEvent) => setEarly(key);
    window.addEventListener('keydown', press, { once: true });
    return () => window.removeEventListener('keydown', press);
  }, []);
  return early;
}
