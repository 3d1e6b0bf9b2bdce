import { randomUUID } from 'node:crypto';
import { expect } from '@playwright/test';
import type { Board, Ticket, TicketActionKind } from '../../contract/live';
import type { ServerProcess } from '../server-process';
import type { Kitchen } from './kitchen';
import type { Course, Party } from './pos';

/** Another waiter, of whom only the actions matter. */
type Colleague = {
  claims: (party: Party, course: Course) => Promise<void>;
  collects: (party: Party, course: Course) => Promise<void>;
};

/** Pairs a device for ready courses with this name; it acts over HTTP, like a tablet whose socket fails. */
export async function hiresColleague(server: ServerProcess, kitchen: Kitchen, name: string): Promise<Colleague> {
  const { token } = await kitchen.getsLink(undefined, { view: 'ready', name });
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };

  const act =
    (kind: TicketActionKind) =>
    async ({ number }: Party, { courseNumber }: Course) => {
      let ticket: Ticket | undefined;
      const isOnBoard = async () => {
        const { tickets } = (await (await fetch(`${server.url}/api/v1/board`, { headers })).json()) as Board;
        ticket = tickets.find(({ orderNumber, course }) => orderNumber === number && course.number === courseNumber);
        return ticket !== undefined;
      };
      // The board follows a moment after the answer to the POS.
      await expect.poll(isOnBoard).toBe(true);
      const response = await fetch(`${server.url}/api/v1/tickets/${ticket?.id}/actions`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ actionId: randomUUID(), kind }),
      });
      expect(response.status, await response.text()).toBe(200);
    };
  return { claims: act('claim'), collects: act('collect') };
}
