import type { Role } from '../../contract/constants';

/** A person who is signed in. */
export type Manager = {
  id: string;
  name: string;
  role: Role;
  /** Null for all branches. */
  branches: readonly number[] | null;
  /** A code is asked at sign-in. */
  hasSecondFactor: boolean;
};
