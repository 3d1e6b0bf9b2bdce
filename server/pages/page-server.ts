import type { ProvisionalBranches } from '../../contract/branches';
import type { RefusalList } from '../../contract/deliveries';
import type { Live } from '../../contract/live-branches';
import type { PersonList } from '../../contract/people';
import type { Fleet } from '../../contract/screens';
import type { SetUp } from '../../contract/set-up';
import type { SubscriptionList } from '../../contract/subscriptions';
import type { Reader } from '../reader/queries';
import type { Manager } from '../session/session-cookie';

/** The parts of the running server that pages may use. Pages are rendered in another thread, so every answer waits. */
export type PageServer = {
  read: Reader['read'];
  /** Server time, epoch ms. */
  now: () => Promise<number>;
  /** The now of these branches by their POS's clock (contract, Time), epoch ms. */
  branchNows: (branches: readonly number[]) => Promise<number[]>;
  /** The manager behind a `Cookie` header; null when nobody is signed in. */
  signedIn: (cookies: string | null) => Promise<Manager | null>;
  /** Whether an owner has set Heatlamp up. */
  hasOwner: () => Promise<boolean>;
  /** Whether a backup was made; true on PostgreSQL, which is backed up elsewhere. */
  hasBackup: () => Promise<boolean>;
  /** Whether there is or was a screen whose token has this hash. */
  isScreen: (tokenHash: string) => Promise<boolean>;
  /** The number of screens that a device uses. */
  devices: () => Promise<number>;
  /** The live figures of these branches, from memory. */
  live: (branches: readonly number[]) => Promise<Live>;
  /** The screens of these branches. */
  fleet: (branches: readonly number[]) => Promise<Fleet>;
  /** Whether these are all branches. Only then may their viewer see what belongs to no branch. */
  areAll: (branches: readonly number[]) => Promise<boolean>;
  /** Refused requests, only for viewers of every branch. */
  refusals: () => Promise<RefusalList>;
  /** F25: the branches that wait to be taken, of these or of all. */
  provisional: (own: readonly number[] | null) => Promise<ProvisionalBranches>;
  /** Everybody who may sign in, only for owners. */
  people: () => Promise<PersonList>;
  /** How many recovery codes a manager has left. */
  recoveryCodes: (managerId: string) => Promise<number>;
  /** The origin by which other devices reach this server. `host` is the `Host` header of the request for the page. */
  origin: (host: string) => Promise<string>;
  /** @param host the `Host` header of the request for the page */
  subscriptions: (host: string | null) => Promise<SubscriptionList>;
  /** What is set up already. `host` is that of the request for the page. */
  setUp: (host: string) => Promise<SetUp>;
};

const HERE = Symbol.for('heatlamp.page-server');

/** Hands the server to the pages of this thread, which Next loads as modules of their own. */
export function setPageServer(server: PageServer): void {
  (globalThis as { [HERE]?: PageServer })[HERE] = server;
}

/** The running server, for pages. @throws Error if there is none for this thread */
export function pageServer(): PageServer {
  const server = (globalThis as { [HERE]?: PageServer })[HERE];
  if (!server) throw new Error('this thread has no server');
  return server;
}

/**
 * The manager who requests a page, by the `Cookie` header; null without a valid session. A session that has ended is
 * invalid at the next page.
 */
export async function managerFromCookies(cookies: string | null): Promise<Manager | null> {
  return pageServer().signedIn(cookies);
}
