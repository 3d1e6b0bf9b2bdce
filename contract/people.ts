import * as z from 'zod';
import { ROLES } from './constants';
import { branchNumbers, instant, integer, oneOf } from './parts';

// Who may sign in, as owners see and change it.

const role = oneOf(ROLES);

const person = z.object({
  id: z.string(),
  name: z.string(),
  role,
  /** Null for all branches. */
  branches: z.array(integer).readonly().nullable(),
  createdAt: instant,
  lastSignInAt: instant.nullable(),
  sessions: integer.describe('In how many browsers they are signed in.'),
  /** Present if a code is asked at sign-in. */
  secondFactor: z.literal(true).optional(),
  linkUntil: instant.nullable().describe('Until when their link is valid or was; null with a password.'),
});
/** Somebody who may sign in, as owners see them. */
export type Person = z.infer<typeof person>;

export const personListShape = z.object({ serverTime: instant, managers: z.array(person) });
export type PersonList = z.infer<typeof personListShape>;

export const rightsShape = z.strictObject({
  role,
  branches: branchNumbers.nullable().describe('Null for all branches. Owners have all.'),
});
/** What an owner decides about somebody's access. */
export type Rights = { role: Person['role']; branches: readonly number[] | null };

export const invitationShape = rightsShape.extend({ name: z.string().max(200) });

export const personLinkShape = z.object({
  id: z.string(),
  name: z.string(),
  link: z.string().describe('To set a password, once. Shown this once.'),
  linkUntil: instant,
});
/** A link to set a password, which is shown once. */
export type PersonLink = z.infer<typeof personLinkShape>;
