import type { PersonLink, PersonList, Role } from '../../contract/people';
import { type Replied, readAsManager, sendAsManager } from '../manager/fetch-as-manager';

/** What an owner decides about somebody's access. */
export type Rights = { role: Role; branches: readonly number[] | null };

export function peopleOverHttp(): Promise<PersonList | null> {
  return readAsManager<PersonList>('/api/v1/managers', 'managers');
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
