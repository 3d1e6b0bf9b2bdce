import type { Socket } from 'socket.io-client';
import type { TicketActionKind } from '../../contract/live';
import type { Translation } from '../../server/intake/delivery';
import { receiverAt } from '../harness/post-requests';
import { openDatabase, type Posted } from '../harness/stored-data';
import { firstOf, openSocket } from '../harness/wait';
import { instantOf, serviceUntil } from '../pos-simulator/generate-service';
import { type Posting, postDelivery } from '../pos-simulator/post-delivery';
import { pick, type Random, shuffled } from '../pos-simulator/random';
import type { Evening } from './kill-under-load';

/** An action that was sent, and what the response reported; null without a response. */
export type SentAction = {
  actionId: string;
  kind: TicketActionKind;
  ticketId: string;
  outcome: 'stored' | 'refused' | null;
};

/** The last acknowledged value of a setting, and a later value without a response. */
type LedgerSetting = {
  key: string;
  branch: number;
  course: number | undefined;
  acknowledged: string | null;
  pending: string[];
};

/** A backup requested before the next kill, and the deliveries acknowledged before the request. */
export type BackupRequest = { file: string; acknowledged: ReadonlySet<Posted>; isRestored: boolean };

/** Everything observed from outside the server since the folder was created: the expected state. */
export type Ledger = {
  posted: Posted[];
  actions: Map<string, SentAction>;
  settings: Map<string, LedgerSetting>;
  /** The highest received version of branch 1, by epoch. */
  versions: Map<string, number>;
  /** Instants of facts that the trigger for bad rows rejects. */
  rejectedInstants: Set<number>;
  /** Parsed bodies by delivery id. */
  translations: Map<string, Translation>;
  backup: BackupRequest | null;
  /** Violations observed while the server ran. */
  violations: string[];
};

/** Reject facts of certain instants: half of them when the row is inserted, the others at the commit. */
const REJECTING_TRIGGERS = `
  CREATE TABLE "RigBadRow" ("at" INTEGER PRIMARY KEY, "isCommit" INTEGER NOT NULL);
  CREATE TRIGGER "rigBadRow" BEFORE INSERT ON "CourseEvent"
    WHEN EXISTS (SELECT 1 FROM "RigBadRow" r WHERE r."at" = NEW."at" AND NOT r."isCommit")
    BEGIN SELECT raise(ABORT, 'rejected row'); END;
  CREATE TABLE "RigBadCommit" ("missingRow" INTEGER REFERENCES "RigBadRow" ("at") DEFERRABLE INITIALLY DEFERRED);
  CREATE TRIGGER "rigBadCommit" AFTER INSERT ON "CourseEvent"
    WHEN EXISTS (SELECT 1 FROM "RigBadRow" r WHERE r."at" = NEW."at" AND r."isCommit")
    BEGIN INSERT INTO "RigBadCommit" VALUES (-1); END`;
const POSTINGS_PER_BAD_ROW = 60;

/** Receives the versions of one channel in order. */
export type OnVersion = (message: { epoch: string; version: number; previousVersion?: number }) => void;

const CONNECT_TIMEOUT_MS = 60_000;

const SERVICE = { orders: 50, tables: 60, minutes: 15, faults: true };
const REPEAT_SHARE = 0.12;

/**
 * Endless services that end now, mixed with repeats of earlier deliveries. `shuffledShare` of the services are out of
 * order.
 */
export function* generatePostings(
  random: Random,
  earlier: readonly { path: string; body: string }[],
  { branch = 1, shuffledShare = 0.5 }: { branch?: number; shuffledShare?: number } = {},
): Generator<Posting> {
  const repeatable = [...earlier];
  for (;;) {
    for (const posting of serviceUntilNow(random, branch, shuffledShare)) {
      yield posting;
      repeatable.push(posting);
      if (random() < REPEAT_SHARE) yield pick(random, repeatable);
    }
  }
}

/** The newest comes first, so that the server knows the offset of the POS's clock. */
function serviceUntilNow(random: Random, branch: number, shuffledShare: number): Posting[] {
  const postings: Posting[] = serviceUntil(Date.now(), Math.floor(random() * 2 ** 31), { ...SERVICE, branch });
  const newest = postings.reduce((best, posting) => (instantOf(posting.body) > instantOf(best.body) ? posting : best));
  return [
    newest,
    ...(random() < shuffledShare ? shuffled(random, postings) : postings).filter((posting) => posting !== newest),
  ];
}

/** Posts over `connections` connections without pauses, until the server has ended. */
export async function postDeliveries(
  isOver: () => boolean,
  url: URL,
  postings: Iterator<Posting>,
  connections: number,
  ledger: Ledger,
): Promise<void> {
  const receiver = receiverAt(url, connections);
  const useConnection = async () => {
    while (!isOver()) {
      const posting = postings.next().value as Posting;
      const posted = { path: posting.path, body: posting.body, status: null as number | null };
      ledger.posted.push(posted);
      const reply = await postDelivery(posting, receiver);
      if (!('status' in reply)) continue;
      posted.status = reply.status;
      if (reply.signature !== 'right') ledger.violations.push(`a response ${reply.status} has a wrong signature`);
      const isExpected =
        reply.status === 200 || (reply.status === 400 && ledger.rejectedInstants.has(instantOf(posting.body)));
      if (!isExpected) ledger.violations.push(`a delivery received ${reply.status} ${reply.code}`);
    }
  };
  try {
    await Promise.all(Array.from({ length: connections }, useConnection));
  } finally {
    receiver.agent.destroy();
  }
}

/**
 * Checks the versions that a server sends between two kills: never lower than before the last kill, and never lower
 * than the previous one of the same channel. Violations go to the ledger.
 */
export function watchVersions(ledger: Ledger): (channel: string) => OnVersion {
  const earlier = new Map(ledger.versions);
  return (channel) => {
    const last = new Map<string, number>();
    return ({ epoch, version, previousVersion }) => {
      const minimum = Math.max(earlier.get(epoch) ?? 0, last.get(epoch) ?? 0);
      if (version < minimum) ledger.violations.push(`over ${channel} version ${version} came after ${minimum}`);
      if (previousVersion !== undefined && previousVersion !== version - 1)
        ledger.violations.push(`over ${channel} version ${version} has previousVersion ${previousVersion}`);
      last.set(epoch, version);
      ledger.versions.set(epoch, Math.max(version, ledger.versions.get(epoch) ?? 0));
    };
  };
}

/** Connects a screen that only receives, before the server is killed. Without its first board, that is a violation. */
export async function attachScreen(
  url: URL,
  token: string,
  onVersion: OnVersion,
  { violations }: Pick<Ledger, 'violations'>,
): Promise<Socket> {
  const socket = openSocket(url.href, { token });
  for (const name of ['board:snapshot', 'board:changed', 'board:head']) socket.on(name, onVersion);
  const first = await firstOf(socket, ['board:snapshot', 'connect_error', 'disconnect'], CONNECT_TIMEOUT_MS);
  if (first?.name !== 'board:snapshot') violations.push(`a screen got no board over its socket: ${first?.name}`);
  return socket;
}

/** Adds tables and triggers that reject rows. `withBadRow` chooses the rows. */
export function addBadRowTriggers(folder: string): void {
  const database = openDatabase(folder);
  database.exec(REJECTING_TRIGGERS);
  database.close();
}

/** Chooses one of the first postings, and makes the database reject its fact. The database must not be locked. */
export function withBadRow(postings: Iterator<Posting>, { folder, ledger, random }: Evening): Generator<Posting> {
  const first = Array.from({ length: POSTINGS_PER_BAD_ROW }, () => postings.next().value as Posting);
  const known = new Set(ledger.posted.map(({ body }) => instantOf(body)));
  const at = instantOf(pick(random, first).body);
  if (!known.has(at)) {
    const database = openDatabase(folder);
    database.prepare('INSERT OR IGNORE INTO "RigBadRow" VALUES (?, ?)').run(at, random() < 0.5 ? 1 : 0);
    database.close();
    ledger.rejectedInstants.add(at);
  }
  return concat(first, postings);
}

function* concat(first: readonly Posting[], rest: Iterator<Posting>): Generator<Posting> {
  yield* first;
  for (;;) yield rest.next().value as Posting;
}

export function newLedger(): Ledger {
  return {
    posted: [],
    actions: new Map(),
    settings: new Map(),
    versions: new Map(),
    rejectedInstants: new Set(),
    translations: new Map(),
    backup: null,
    violations: [],
  };
}
