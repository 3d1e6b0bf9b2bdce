'use client';

import { useCallback, useEffect, useRef, useState } from 'react';

const MEMBER = 'openTable';

/** Name of the table whose visit is open, and a function to open one. */
export type OpenTable = { name: string | null; open: (name: string) => void; close: () => void };

/** Opening a visit adds a history entry, so that the back button closes it and stays on this page. */
export function useOpenTable(): OpenTable {
  const [name, setName] = useState<string | null>(null);
  /** Table that was opened while a step back was pending, which would close it. */
  const next = useRef<string | null>(null);
  const isLeaving = useRef(false);
  useEffect(() => {
    const step = ({ state }: PopStateEvent) => {
      isLeaving.current = false;
      if (next.current === null) setName(nameIn(state));
      else window.history.pushState({ [MEMBER]: next.current }, '');
      next.current = null;
    };
    window.addEventListener('popstate', step);
    return () => window.removeEventListener('popstate', step);
  }, []);
  const open = useCallback((wanted: string) => {
    if (isLeaving.current) next.current = wanted;
    else window.history.pushState({ [MEMBER]: wanted }, '');
    setName(wanted);
  }, []);
  const close = useCallback(() => {
    setName(null);
    if (isLeaving.current) next.current = null;
    else if (nameIn(window.history.state) !== null) {
      isLeaving.current = true;
      window.history.back();
    }
  }, []);
  return { name, open, close };
}

function nameIn(state: unknown): string | null {
  const named = (state as { [MEMBER]?: unknown } | null)?.[MEMBER];
  return typeof named === 'string' ? named : null;
}
