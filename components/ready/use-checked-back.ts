'use client';

import { useCallback, useState } from 'react';
import { pageSession, parseStored } from '../device-storage';

const KEPT_AS = 'heatlamp-asked-after';
/** More than the number of serves within the check-back time. */
const MAX_KEPT = 200;

/** Ids of the food checked on this device; they survive a reload, but not closing the page. */
export function useCheckedBack(): { checked: ReadonlySet<string>; check: (ticketId: string) => void } {
  const [checked, setChecked] = useState<ReadonlySet<string>>(kept);
  const check = useCallback((ticketId: string) => {
    setChecked((before) => {
      const after = [...before, ticketId].slice(-MAX_KEPT);
      // Without storage the ids last until the page is left.
      pageSession.set(KEPT_AS, JSON.stringify(after));
      return new Set(after);
    });
  }, []);
  return { checked, check };
}

function kept(): ReadonlySet<string> {
  const ids = parseStored(pageSession.get(KEPT_AS));
  return new Set(Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : []);
}
