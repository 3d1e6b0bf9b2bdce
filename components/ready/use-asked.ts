'use client';

import { useCallback, useState } from 'react';

const KEPT_AS = 'heatlamp-asked-after';
/** More than are served in the time in which somebody asks. */
const MOST = 200;

/** Which food somebody asked after, on this device and until its page is closed. */
export function useAsked(): { asked: ReadonlySet<string>; ask: (ticketId: string) => void } {
  const [asked, setAsked] = useState<ReadonlySet<string>>(kept);
  const ask = useCallback((ticketId: string) => {
    setAsked((before) => {
      const after = [...before, ticketId].slice(-MOST);
      keep(after);
      return new Set(after);
    });
  }, []);
  return { asked, ask };
}

function kept(): ReadonlySet<string> {
  try {
    const ids: unknown = JSON.parse(sessionStorage.getItem(KEPT_AS) ?? '[]');
    return new Set(Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : []);
  } catch {
    return new Set();
  }
}

/** A device that stores nothing remembers it as long as the page is open. */
function keep(ids: readonly string[]): void {
  try {
    sessionStorage.setItem(KEPT_AS, JSON.stringify(ids));
  } catch {}
}
