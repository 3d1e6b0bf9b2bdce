import { groupBy } from '../../lib/collections';
import { COMMITS_BETWEEN, DELETE_COMMITS, INSERT_COMMITS, NOTIFY } from '../sql/node-statements';
import { type Int, int, type Statements, type Write } from '../sql/statements';
import type { BranchNews } from './branch-state';
import type { StagedBranch } from './staged-branch';

/**
 * A message between nodes. `branches` have the revision that was committed; null: look at all of them. With an `echo`, a
 * node recognizes that its own message came back.
 */
export type NodeMessage = { node: number; branches: readonly (readonly [number, number])[] | null; echo?: string };

/** The message that makes other nodes look at all branches, and at the configuration. */
export function messageAboutAll(node: number): string {
  return JSON.stringify({ node, branches: null } satisfies NodeMessage);
}

/** A commit with more orders is read as a whole branch. */
const MAX_ORDERS = 300;
/** Nodes that are further behind read the whole branch. */
const KEPT_COMMITS = 200;
const DELETE_EVERY = 50;
/** PostgreSQL allows 8,000 bytes. */
const MAX_MESSAGE_LENGTH = 7_000;

/** The rows by which other nodes learn of a transaction, and the message that makes them look. */
export function newsWrites(
  branches: readonly StagedBranch[],
  { node, at, changesConfig }: { node: number; at: number; changesConfig: boolean },
): Write[] {
  if (branches.length === 0) return [];
  const old = branches.filter(({ row }) => row.revision % DELETE_EVERY === 0);
  const revisions = branches.map(({ row }) => [row.number, row.revision] as const);
  const message = JSON.stringify({ node, branches: revisions } satisfies NodeMessage);
  return [
    {
      statement: INSERT_COMMITS,
      rows: branches.map((staged) => [
        staged.number,
        staged.row.revision,
        JSON.stringify(shortened(staged.news(at), changesConfig)),
      ]),
    },
    { statement: DELETE_COMMITS, rows: old.map(({ row }) => [row.number, row.revision - KEPT_COMMITS]) },
    { statement: NOTIFY, rows: [[message.length > MAX_MESSAGE_LENGTH ? messageAboutAll(node) : message]] },
  ];
}

function shortened(news: BranchNews, changesConfig: boolean): BranchNews {
  const isLong = changesConfig || news.isWhole || news.orders.length > MAX_ORDERS;
  return isLong ? { ...news, isWhole: true, orders: [], tables: [], receipts: [] } : news;
}

/** The revisions of a branch in memory and in the database. */
export type Revisions = { branch: number; from: number; to: number };

/** The changes of each branch between two revisions. Branches whose changes are unknown or too many are absent. */
export async function newsBetween(
  sql: Statements,
  revisions: readonly Revisions[],
): Promise<ReadonlyMap<number, BranchNews>> {
  if (revisions.length === 0) return new Map();
  const rows = await sql.$queryRawUnsafe<{ branch: Int; news: string }[]>(
    COMMITS_BETWEEN,
    JSON.stringify(revisions.map(({ branch, from, to }) => [branch, from, to])),
  );
  const rowsOf = groupBy(rows, ({ branch }) => int(branch));
  return new Map(
    revisions.flatMap(({ branch, from, to }) => {
      const commits = (rowsOf.get(branch) ?? []).map(({ news }) => JSON.parse(news) as BranchNews);
      const news = commits.length === to - from ? newsOf(commits) : null;
      return news ? [[branch, news] as const] : [];
    }),
  );
}

/** What several commits changed; null if one of them must be read as a whole branch. */
function newsOf(commits: readonly BranchNews[]): BranchNews | null {
  const last = commits.at(-1);
  if (!last || commits.some(({ isWhole }) => isWhole)) return null;
  return {
    at: last.at,
    isWhole: false,
    orders: [...new Set(commits.flatMap(({ orders }) => orders))],
    tables: [
      ...new Map(commits.flatMap(({ tables }) => tables.map((table) => [table.join('\0'), table] as const))).values(),
    ],
    hasGaps: commits.some(({ hasGaps }) => hasGaps),
    deliveredIn: Math.max(...commits.map(({ deliveredIn = 0 }) => deliveredIn)),
    receipts: commits.flatMap(({ receipts }) => receipts),
  };
}
