import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import type { LiveStore } from '../../components/live/live-store';
import type { Board, BoardChange } from '../../contract/live';
import type { Fleet } from '../../contract/screens';
import type { NodeMessage } from '../../server/board/branch-news';
import type { LiveClient } from '../harness/builds';
import { checkBoard, foldDeliveries, readBoard } from '../harness/folded-board';
import { openSocket, untilFine } from '../harness/wait';
import type { Ledger } from './load';
import { differenceOf } from './network-screen';
import type { Cluster, ClusterNode } from './nodes-cluster';
import { checkFolder } from './oracle';

const CHANNEL = 'heatlamp';
const RETRY_MS = 250;
const REVISIONS = 'SELECT "number", "revision" FROM "Branch" WHERE "number" = ANY($1)';

/** A screen of the product's own client, behind the load balancer. */
export type Wall = { id: number; branch: number; store: LiveStore; difference: (board: Board) => string | null };

const CHECK_INTERVAL_MS = 100;
/** A query that waits for a replica that hangs is repeated. */
const SUMMARY_WITHIN_MS = 3_000;

/** What must be right on every node, with the token of a program for each branch. */
export type Checked = {
  cluster: Cluster;
  walls: readonly Wall[];
  tokens: ReadonlyMap<number, string>;
  /** A node that a fault concerns now: it need not be right. */
  except?: ClusterNode | null;
  /** After a fault, and while it lasts, every screen must be right within this time. */
  rightWithinMs: number;
};

/** Waits until every screen shows what every node has. Resolves to the ms that it took. @throws Error with what is wrong */
export function waitUntilRight(checked: Checked): Promise<number> {
  const check = () => whatIsWrong(checked).catch((error: unknown) => String(error));
  return untilFine(check, checked.rightWithinMs, { everyMs: CHECK_INTERVAL_MS });
}

async function whatIsWrong({ cluster, walls, tokens, except }: Checked): Promise<string | null> {
  const [waiting] = await cluster.run<{ count: string }>('SELECT count(*) AS "count" FROM "Inbox"');
  if (waiting?.count !== '0') return `${waiting?.count} acknowledged deliveries are not projected`;
  const running = cluster.nodes.filter((node) => node !== except);
  const down = running.find(({ server }) => server === null);
  if (down) return `${down.name} is down`;
  // At the same time, because each node finds out by itself that its replica does not answer.
  for (const token of tokens.values()) {
    const summaries = await Promise.all(running.map((node) => readSummary(node, token)));
    if (new Set(summaries).size > 1) return 'nodes have different summaries';
  }
  for (const node of running) {
    if (!node.server) continue;
    for (const [branch, token] of tokens) {
      const board = await readBoard(node.server.url, token);
      for (const wall of walls) {
        const difference = wall.branch === branch ? wall.difference(board) : null;
        if (difference !== null) return `screen ${wall.id} differs from ${node.name}: ${difference}`;
      }
    }
    // A node that is gone keeps its screens in the list of others for a while.
    const absent = except === undefined ? await absentScreens(node, walls, cluster.cookie) : [];
    if (absent.length > 0) return `${node.name} does not know that screens ${absent} are connected`;
  }
  return null;
}

async function readSummary({ server }: ClusterNode, token: string): Promise<string> {
  const response = await fetch(new URL('/api/v1/history/summary?groupBy=course', server?.url), {
    headers: { Authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(SUMMARY_WITHIN_MS),
  });
  if (!response.ok) throw new Error(`the summary was answered ${response.status}`);
  return response.text();
}

async function absentScreens({ server }: ClusterNode, walls: readonly Wall[], cookie: string): Promise<number[]> {
  const response = await fetch(new URL('/api/v1/screens', server?.url), { headers: { Cookie: cookie } });
  if (!response.ok) throw new Error(`the screens were answered ${response.status}`);
  const { screens } = (await response.json()) as Fleet;
  return walls.flatMap(({ id }) => (screens.find((one) => one.id === id)?.state === 'offline' ? id : []));
}

/** Compares the database with what was acknowledged, and the boards of every node with the fold of the database. */
export async function checkDatabase({ cluster, tokens }: Checked, ledger: Ledger): Promise<string[]> {
  const kept = await cluster.database.read(ledger.translations);
  const orders = foldDeliveries(kept.deliveries);
  const { violations } = checkFolder(kept, orders, ledger);
  const gaps = await cluster.run(`SELECT 1 FROM "Gap" WHERE "cause" = 'down'`);
  // At least one node always listened.
  if (gaps.length > 0) violations.push(`${gaps.length} gaps are stored in which nobody listened`);
  for (const node of cluster.nodes)
    for (const [branch, token] of tokens) {
      if (!node.server) continue;
      const found = await checkBoard({ url: node.server.url, token, branch }, kept, orders);
      violations.push(...found.map((problem) => `${node.name}, branch ${branch}: ${problem}`));
    }
  return violations;
}

export async function openWall(cluster: Cluster, client: LiveClient, branch: number): Promise<Wall> {
  const { id, token } = await cluster.addScreen(branch, 'kitchen');
  const monotonicNow = () => performance.now();
  const store = client.createLiveStore({ url: cluster.balancer.url.href, branch, token, monotonicNow });
  store.subscribe(() => {});
  return {
    ...{ id, branch, store },
    difference(board) {
      const { newsAt, link } = store.view();
      const { level } = client.freshnessOf(newsAt === null ? null : monotonicNow() - newsAt, link, true);
      return differenceOf(store, board) ?? (level === 'live' ? null : `it is ${level}`);
    },
  };
}

/** Watches what one node sends about a branch: over a connection every change begins where the last one ended. */
export function watchNode(
  node: ClusterNode,
  token: string,
  branch: number,
  violations: string[],
): { close: () => void } {
  const socket = openSocket(node.server?.url.href ?? '', { token, branch, contract: 1 });
  let version: number | null = null;
  socket.on('board:snapshot', (board: Board) => {
    version = board.version;
  });
  socket.on('board:changed', (change: BoardChange) => {
    if (version !== null && change.previousVersion !== version)
      violations.push(
        `${node.name} sent a change of branch ${branch} from version ${change.previousVersion} after ${version}`,
      );
    version = change.version;
  });
  return { close: () => socket.disconnect() };
}

/**
 * Watches the messages between nodes: what one announces must be committed, or the others find nothing when they look.
 * Call the result to stop.
 */
export function watchMessages(address: string, violations: string[]): () => Promise<void> {
  let client: pg.Client | null = null;
  let isClosed = false;
  async function check(from: pg.Client, payload: string): Promise<void> {
    const branches = (JSON.parse(payload) as NodeMessage).branches ?? [];
    const { rows } = await from.query<{ number: number; revision: number }>(REVISIONS, [branches.map(([one]) => one)]);
    const stored = new Map(rows.map(({ number, revision }) => [number, revision]));
    for (const [branch, revision] of branches)
      if ((stored.get(branch) ?? 0) < revision)
        violations.push(`revision ${revision} of branch ${branch} was announced before its commit`);
  }
  /** Until the connection ends. */
  async function listen(): Promise<void> {
    const next = new pg.Client({ connectionString: address, application_name: 'chaos' });
    client = next;
    next.on('error', () => {});
    next.on('notification', ({ payload }) => void check(next, payload ?? '{}').catch(() => {}));
    await next.connect();
    await next.query(`LISTEN ${CHANNEL}`);
    await once(next, 'end');
  }
  const watching = (async () => {
    for (; !isClosed; await wait(RETRY_MS)) await listen().catch(() => {});
  })();
  return async () => {
    isClosed = true;
    await client?.end().catch(() => {});
    await watching;
  };
}
