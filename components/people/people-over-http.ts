import type { PersonLink, PersonList, Role } from '../../contract/people';
import { fetchAsManager, objectIn, type Replied, sendAsManager } from '../manager/fetch-as-manager';

const PATIENCE_MS = 8_000;

/** What an owner decides about somebody's access. */
export type Rights = { role: Role; branches: readonly number[] | null };

export async function peopleOverHttp(): Promise<PersonList | null> {
  return (await objectIn(await fetchAsManager('/api/v1/managers', { patienceMs: PATIENCE_MS }))) as PersonList | null;
}

export function invite(name: string, rights: Rights): Promise<Replied<PersonLink>> {
  return sendAsManager('/api/v1/managers', 'POST', { name, ...rights });
}

export function changeRights(id: string, rights: Rights): Promise<Replied<unknown>> {
  return sendAsManager(`/api/v1/managers/${id}`, 'POST', rights);
}

export function resetPassword(id: string): Promise<Replied<PersonLink>> {
  return sendAsManager(`/api/v1/managers/${id}/reset-password`, 'POST', {});
}

export function signOut(id: string): Promise<Replied<unknown>> {
  return sendAsManager(`/api/v1/managers/${id}/sign-out`, 'POST', {});
}

export function removePerson(id: string): Promise<Replied<unknown>> {
  return sendAsManager(`/api/v1/managers/${id}/remove`, 'POST', {});
}
