'use client';

import { useCallback, useEffect, useRef, useState } from 'react';

const MEMBER = 'openTable';

/** The `tableKey` of the table whose visits are open, and a function to open those of a table. */
export type OpenTable = { openKey: string | null; open: (key: string) => void; close: () => void };

/** Opening a visit adds a history entry, so that the back button closes it and stays on this page. */
export function useOpenTable(): OpenTable {
  const [openKey, setOpenKey] = useState<string | null>(null);
  /** The key of a table that was opened while a step back was pending, which would close it. */
  const next = useRef<string | null>(null);
  const isLeaving = useRef(false);
  useEffect(() => {
    const step = ({ state }: PopStateEvent) => {
      isLeaving.current = false;
      if (next.current === null) setOpenKey(keyIn(state));
      else window.history.pushState({ [MEMBER]: next.current }, '');
      next.current = null;
    };
    window.addEventListener('popstate', step);
    return () => window.removeEventListener('popstate', step);
  }, []);
  const open = useCallback((wanted: string) => {
    if (isLeaving.current) next.current = wanted;
    else window.history.pushState({ [MEMBER]: wanted }, '');
    setOpenKey(wanted);
  }, []);
  const close = useCallback(() => {
    setOpenKey(null);
    if (isLeaving.current) next.current = null;
    else if (keyIn(window.history.state) !== null) {
      isLeaving.current = true;
      window.history.back();
    }
  }, []);
  return { openKey, open, close };
}

function keyIn(state: unknown): string | null {
  const key = (state as { [MEMBER]?: unknown } | null)?.[MEMBER];
  return typeof key === 'string' ? key : null;
}
