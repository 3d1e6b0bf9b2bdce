import type { RefusalList, SubscriptionList } from '../../contract/deliveries';
import type { Live } from '../../contract/live-branches';
import type { Fleet } from '../../contract/screens';
import type { Reader } from '../reader/queries';
import type { Manager } from '../session/manager';

/** The parts of the running server that pages may use. */
export type PageServer = {
  reader: Reader;
  /** Server time, epoch ms. */
  now: () => number;
  /** A branch's now by its POS's clock (contract, Time), epoch ms. */
  branchNow: (branch: number) => number;
  /** The manager behind a `Cookie` header; null when nobody is signed in. */
  signedIn: (cookies: string | null) => Manager | null;
  /** Whether there is or was a screen whose token has this hash. */
  isScreen: (tokenHash: string) => boolean;
  /** The live figures of these branches, from memory. */
  live: (branches: readonly number[]) => Live;
  /** The screens of these branches. */
  fleet: (branches: readonly number[]) => Fleet;
  /** Whether these are all branches. Only then may their viewer see what belongs to no branch. */
  areAll: (branches: readonly number[]) => boolean;
  /** Refused requests, only for viewers of every branch. */
  refusals: () => RefusalList;
  subscriptions: () => Promise<SubscriptionList>;
};

const HERE = Symbol.for('heatlamp.page-server');

/**
 * Hands the server's reader, clock and sessions to the pages, which Next runs in this process but loads as modules of
 * their own.
 */
export function setPageServer(server: PageServer): void {
  (globalThis as { [HERE]?: PageServer })[HERE] = server;
}

/** The running server, for pages. @throws Error if no server runs in this process */
export function pageServer(): PageServer {
  const server = (globalThis as { [HERE]?: PageServer })[HERE];
  if (!server) throw new Error('no server runs in this process');
  return server;
}

/** The server's reader, for pages. @throws Error if no server runs in this process */
export function pageReader(): Reader {
  return pageServer().reader;
}
