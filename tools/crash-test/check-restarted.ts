import { setTimeout as wait } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Board } from '../../domain/live-contract';
import type { ChildServer } from '../rigs/child-server';
import {
  comparable,
  foldBoard,
  offsetTold,
  type RetoldOrder,
  retellJournal,
  type ToldBoard,
} from '../rigs/folded-board';
import { type KeptFolder, readKept } from '../rigs/kept-folder';
import { checkFolder, type Verdict } from './check-folder';
import type { Evening } from './evening';
import { checkSettings, readBoard } from './tap-and-set';
import { watchVersions } from './watch-versions';

const DRAINS_WITHIN_MS = 20_000;
const AGREES_WITHIN_MS = 5_000;
const BRANCH = 1;

/** Holds a server that has come back against all that was answered before, and its board against facts and notes. */
export async function checkRestarted(server: ChildServer, evening: Evening): Promise<Verdict> {
  const { folder, ledger } = evening;
  const drained = await untilDrained(server);
  const kept = readKept(folder, ledger.readings);
  const orders = retellJournal(kept.deliveries);
  const { broken, lost, doubled } = checkFolder(kept, orders, ledger);
  const seen = ledger.seen.splice(0);
  const settings = await checkSettings(folder, ledger);
  const board = await checkBoard(server, evening, kept, orders);
  return { lost, doubled, broken: [...drained, ...broken, ...seen, ...settings, ...board, ...ledger.seen.splice(0)] };
}

async function untilDrained({ url, isAlive }: ChildServer): Promise<string[]> {
  const giveUpAt = performance.now() + DRAINS_WITHIN_MS;
  for (;;) {
    const answer = await fetch(new URL('/readyz', url));
    const { spooling, spoolBytes, waiting } = (await answer.json()) as Record<string, unknown>;
    if (!spooling && spoolBytes === 0 && waiting === 0) return [];
    if (performance.now() > giveUpAt || !isAlive())
      return [`the spool still holds ${spoolBytes} bytes after the drain`];
    await wait(50);
  }
}

/** Time changes a board too, a little after it is due: it may take a moment until both say the same. */
async function checkBoard(
  { url }: ChildServer,
  { token, ledger }: Evening,
  kept: KeptFolder,
  orders: readonly RetoldOrder[],
): Promise<string[]> {
  const branch = kept.branches.find(({ number }) => number === BRANCH);
  if (!branch) return [];
  const hear = watchVersions(ledger)('HTTP after a restart');
  const giveUpAt = performance.now() + AGREES_WITHIN_MS;
  for (;;) {
    const board = await readBoard(url, token);
    hear(board);
    const expected = foldBoard(kept, orders, branch, momentOf(board));
    const differences = differencesOf(comparable(board), expected);
    const offset = offsetTold(kept.deliveries, BRANCH);
    if (board.posOffsetMs !== offset) differences.push(`the POS's clock is ${board.posOffsetMs} ms off, not ${offset}`);
    if (differences.length === 0) return [];
    if (performance.now() > giveUpAt)
      return [`the board differs from facts and notes in ${differences.length}: ${differences[0]}`];
    await wait(200);
  }
}

function momentOf({ serverTime, posOffsetMs }: Board) {
  return { serverNow: Date.parse(serverTime), posOffsetMs };
}

function differencesOf(told: ToldBoard, expected: ToldBoard): string[] {
  return (['tickets', 'tables'] as const).flatMap((part) => {
    const names = new Set([...Object.keys(told[part]), ...Object.keys(expected[part])]);
    return [...names].flatMap((name) => {
      const [is, should] = [told[part][name], expected[part][name]];
      return isDeepStrictEqual(is, should) ? [] : [`${part} ${name} is ${words(is)}, not ${words(should)}`];
    });
  });
}

function words(part: unknown): string {
  return JSON.stringify(part) ?? 'not there';
}
