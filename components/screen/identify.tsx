'use client';

import { useEffect, useState } from 'react';
import { useLive, useLiveStore } from '../live/live-context';

const SHOWN_MS = 10_000;

/** Shows the name of this screen over everything for a moment, when a manager asks which one it is. */
export function Identify() {
  const store = useLiveStore();
  const name = useLive(({ screen }) => screen?.name ?? null);
  const [askedAt, setAskedAt] = useState<number | null>(null);
  useEffect(() => store.onCommand(({ kind }) => kind === 'identify' && setAskedAt(store.monotonicNow())), [store]);
  useEffect(() => {
    if (askedAt === null) return;
    const end = setTimeout(() => setAskedAt(null), SHOWN_MS);
    return () => clearTimeout(end);
  }, [askedAt]);
  if (askedAt === null || name === null) return null;
  return (
    <div role="alert" className="fixed inset-0 z-50 grid place-content-center on-ready">
      <p className="wrap-anywhere p-8 text-center font-bold text-[min(16vw,28vh)] leading-none font-stretch-88%">
        {name}
      </p>
    </div>
  );
}
