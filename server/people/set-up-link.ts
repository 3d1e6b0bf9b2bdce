import { randomBytes } from 'node:crypto';
import { hashToken } from '../session/screen-token';
import { hasOwner, type People } from './people';

/** The one-time link by which the first owner is made, printed at the start. Only its hash is kept, and in memory only. */
export type SetUpLink = {
  /** Returns the token of a new link, which ends the one before. */
  make: () => string;
  /** Whether this is the token of the link, which is open while there is no owner. */
  isOpen: (token: string) => boolean;
  /** Ends the link: it was used. */
  end: () => void;
};

export function createSetUpLink(people: () => People): SetUpLink {
  let hash: string | null = null;
  return {
    make() {
      const token = randomBytes(32).toString('base64url');
      hash = hashToken(token);
      return token;
    },
    isOpen: (token) => hash !== null && hashToken(token) === hash && !hasOwner(people()),
    end() {
      hash = null;
    },
  };
}
