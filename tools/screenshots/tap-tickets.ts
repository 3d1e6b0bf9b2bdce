import { randomUUID } from 'node:crypto';
import type { Board, TicketActionKind } from '../../contract/live';
import type { Restaurant } from './restaurant';

/** Every fifth ready course is collected, and every third of the others claimed. */
const CLAIM_EVERY = 3;
const COLLECT_EVERY = 5;

/** Two waiters tap ready courses over the API. @throws Error if a tap is refused */
export async function tapTickets(url: string, { addScreenToBranch }: Restaurant): Promise<void> {
  const waiters = [await addScreenToBranch('ready', 'Noor'), await addScreenToBranch('ready', 'Piet')];
  const request = async (path: string, token: string, body?: object): Promise<Response> => {
    const response = await fetch(`${url}/api/v1/${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (!response.ok) throw new Error(`${path} returned ${response.status}: ${await response.text()}`);
    return response;
  };
  const board = (await (await request('board', waiters[0]?.token ?? '')).json()) as Board;
  const isReady = ({ readyAt, closedAt }: Board['tickets'][number]) => readyAt !== null && closedAt === null;
  for (const [index, ticket] of board.tickets.filter(isReady).entries()) {
    const { token = '' } = waiters[index % waiters.length] ?? {};
    const kind: TicketActionKind | null =
      index % COLLECT_EVERY === 4 ? 'collect' : index % CLAIM_EVERY === 1 ? 'claim' : null;
    if (kind !== null) await request(`tickets/${ticket.id}/notes`, token, { noteId: randomUUID(), kind });
  }
}
