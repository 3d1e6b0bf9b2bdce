'use client';

import { useCallback, useEffect, useState } from 'react';

const MEMBER = 'openTable';

/** Name of the table whose visit is open, and a function to open one. */
export type OpenTable = { name: string | null; open: (name: string) => void; close: () => void };

/** Opening a visit adds a history entry, so that the back button closes it and stays on this page. */
export function useOpenTable(): OpenTable {
  const [name, setName] = useState<string | null>(null);
  useEffect(() => {
    const step = ({ state }: PopStateEvent) => setName(nameIn(state));
    window.addEventListener('popstate', step);
    return () => window.removeEventListener('popstate', step);
  }, []);
  const open = useCallback((wanted: string) => {
    window.history.pushState({ [MEMBER]: wanted }, '');
    setName(wanted);
  }, []);
  const close = useCallback(() => {
    if (nameIn(window.history.state) !== null) window.history.back();
    else setName(null);
  }, []);
  return { name, open, close };
}

function nameIn(state: unknown): string | null {
  const named = (state as { [MEMBER]?: unknown } | null)?.[MEMBER];
  return typeof named === 'string' ? named : null;
}
