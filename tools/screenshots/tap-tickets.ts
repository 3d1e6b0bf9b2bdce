import { randomUUID } from 'node:crypto';
import type { Board, TicketActionKind } from '../../contract/live';
import type { Restaurant } from './restaurant';

/** Every third ready course is claimed, and every fifth collected. */
const CLAIMED_OF = 3;
const COLLECTED_OF = 5;

/** Two waiters tap ready courses over the API. @throws Error if a tap is refused */
export async function tapTickets(url: string, { addsScreen }: Restaurant): Promise<void> {
  const waiters = [await addsScreen('ready', 'Noor'), await addsScreen('ready', 'Piet')];
  const asks = async (path: string, token: string, body?: object): Promise<Response> => {
    const response = await fetch(`${url}/api/v1/${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (!response.ok) throw new Error(`${path} was answered ${response.status}: ${await response.text()}`);
    return response;
  };
  const board = (await (await asks('board', waiters[0]?.token ?? '')).json()) as Board;
  const isReady = ({ readyAt, closedAt }: Board['tickets'][number]) => readyAt !== null && closedAt === null;
  for (const [index, ticket] of board.tickets.filter(isReady).entries()) {
    const { token = '' } = waiters[index % waiters.length] ?? {};
    const kind: TicketActionKind | null =
      index % COLLECTED_OF === 4 ? 'collect' : index % CLAIMED_OF === 1 ? 'claim' : null;
    if (kind !== null) await asks(`tickets/${ticket.id}/notes`, token, { noteId: randomUUID(), kind });
  }
}
