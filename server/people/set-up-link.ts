import { readSigned, signatureOf } from '../session/signature';
import { hasOwner, type People } from './people';

const PURPOSE = 'link of the first owner';

/** The one-time link by which the first owner is made, printed at the start. It is stored nowhere. */
export type SetUpLink = {
  token: string;
  /** Whether this is the token of the link, which is open while there is no owner. */
  isOpen: (token: string) => boolean;
};

/** @param secret is random for each start, or what all nodes share: they then show the same link at every start */
export function createSetUpLink(people: () => People, secret: string): SetUpLink {
  return {
    token: signatureOf(PURPOSE, secret),
    isOpen: (given) => readSigned(`${PURPOSE}.${given}`, secret) !== null && !hasOwner(people()),
  };
}
