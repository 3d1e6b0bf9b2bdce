import type { GuestsErased, GuestVisits } from '../../contract/guests';
import { type Replied, sendAsManager } from '../manager/fetch-as-manager';

/** What an owner knows of a guest. */
export type Known = { name: string | null; day: string | null; table: string | null; branch: number | null };

/** The name is in the body, so that it is in no address and no log. */
export function findGuests(known: Known): Promise<Replied<GuestVisits>> {
  return sendAsManager('/api/v1/guests/find', 'POST', known);
}

export function eraseGuests(visits: readonly number[], name: string | null): Promise<Replied<GuestsErased>> {
  return sendAsManager('/api/v1/guests/erase', 'POST', { visits, name });
}
