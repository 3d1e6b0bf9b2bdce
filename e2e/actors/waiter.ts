import type { Board, NoteKind } from '../../domain/live-contract';
import type { ServerProcess } from '../server-process';
import type { Kitchen } from './kitchen';

/** A waiter with a screen in a pocket: what is tapped on it, without looking at it. */
export type Waiter = {
  claims: (table: string) => Promise<void>;
  collects: (table: string) => Promise<void>;
};

/** Pairs a screen of that name and taps on the one open course of a table. @throws Error unless it is taken */
export async function hiresWaiter(server: ServerProcess, kitchen: Kitchen, name: string): Promise<Waiter> {
  const { token } = await kitchen.getsLink(undefined, { view: 'ready', name });
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const tap = (kind: NoteKind) => async (table: string) => {
    const answer = await fetch(`${server.url}/api/v1/board?branch=${kitchen.branch}`, { headers });
    const { tickets } = (await answer.json()) as Board;
    const open = tickets.filter((ticket) => ticket.table?.number === table && ticket.closedAt === null);
    const [ticket] = open;
    if (!ticket || open.length > 1) throw new Error(`${open.length} open courses at table ${table}`);
    const body = JSON.stringify({ noteId: crypto.randomUUID(), kind });
    const taken = await fetch(`${server.url}/api/v1/tickets/${ticket.id}/notes`, { method: 'POST', headers, body });
    if (!taken.ok) throw new Error(`${kind} on table ${table}: ${taken.status} ${await taken.text()}`);
  };
  return { claims: tap('claim'), collects: tap('collect') };
}
