import { setTimeout as wait } from 'node:timers/promises';
import type { Fleet } from '../../contract/screens';
import { checkFolder } from '../crash-test/check-folder';
import type { Ledger } from '../crash-test/ledger';
import { checkBoard, readBoard } from '../harness/check-board';
import { foldDeliveries } from '../harness/folded-board';
import type { Cluster } from './cluster';
import type { ClusterNode } from './cluster-node';
import type { Wall } from './screens';

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

/** Waits until every screen shows what every node has. Resolves to the ms that it took, or to what is wrong. */
export async function waitUntilRight(checked: Checked): Promise<number | string> {
  const from = performance.now();
  for (;;) {
    const problem = await whatIsWrong(checked).catch((error: unknown) => String(error));
    const elapsedMs = performance.now() - from;
    if (problem === null) return elapsedMs;
    if (elapsedMs > checked.rightWithinMs) return `after ${checked.rightWithinMs} ms ${problem}`;
    await wait(CHECK_INTERVAL_MS);
  }
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
  const kept = await cluster.database.read(ledger.readings);
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
