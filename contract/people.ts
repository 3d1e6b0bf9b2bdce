import type { InstantText } from './live';

export const ROLES = ['owner', 'manager'] as const;
export type Role = (typeof ROLES)[number];

/** Somebody who may sign in, as owners see them. */
export type Person = {
  id: string;
  name: string;
  role: Role;
  /** Null for all branches. */
  branches: readonly number[] | null;
  createdAt: InstantText;
  lastSignInAt: InstantText | null;
  /** The number of browsers in which they are signed in. */
  sessions: number;
  /** Present if a code is asked at sign-in. */
  secondFactor?: true | undefined;
  /** Until when their link to set a password is valid, also if that is over; null with a password. */
  linkUntil: InstantText | null;
};

/** The reply of GET /api/v1/managers. */
export type PersonList = { serverTime: InstantText; managers: Person[] };

/** A link to set a password, which is shown once. */
export type PersonLink = { id: string; name: string; link: string; linkUntil: InstantText };
