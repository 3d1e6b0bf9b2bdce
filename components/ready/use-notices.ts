'use client';

import { useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import type { Ticket } from '../../contract/live';
import { openWorker } from '../device/worker';
import { useCourseName, usePlaceName } from '../ticket/place';

/**
 * Returns a function that notifies the waiter of their courses while the page is hidden, where the device allows it. A
 * visible page shows and sounds them itself.
 */
export function useNotices(): (tickets: readonly Ticket[]) => void {
  const t = useTranslations('ready');
  const placeName = usePlaceName();
  const courseName = useCourseName();
  const notify = (tickets: readonly Ticket[]) => {
    // Absent outside a secure context, contrary to its type.
    const { Notification: notices } = window as Partial<Pick<typeof globalThis, 'Notification'>>;
    if (!document.hidden || notices?.permission !== 'granted') return;
    for (const ticket of tickets) {
      const title = `${placeName(ticket)} · ${courseName(ticket.course)}`;
      void show(title, { body: t('notice'), tag: ticket.id });
    }
  };
  const latest = useRef(notify);
  useEffect(() => {
    latest.current = notify;
  });
  const stable = useRef((tickets: readonly Ticket[]) => latest.current(tickets));
  return stable.current;
}

/** Android shows notices of a worker only. */
async function show(title: string, options: { body: string; tag: string }): Promise<void> {
  const worker = await openWorker();
  const shown = { ...options, icon: '/icon-192.png', data: { address: window.location.href } };
  await worker?.showNotification(title, shown).catch(() => {});
}
