import { setTimeout as wait } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Board } from '../../contract/live';
import { type ComparableBoard, clockOffsetOf, comparable, type FoldedOrderFacts, foldBoard } from './folded-board';
import type { KeptFolder } from './kept-folder';

const AGREES_WITHIN_MS = 5_000;
const ANSWERED_WITHIN_MS = 20_000;

/** The screen whose board is checked, of branch 1 by default; `onVersion` receives every board. */
export type Looking = { url: URL; token: string; branch?: number; onVersion?: (board: Board) => void };

export async function readBoard(url: URL, token: string): Promise<Board> {
  const answer = await fetch(new URL('/api/v1/board', url), {
    headers: { Authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(ANSWERED_WITHIN_MS),
  });
  if (!answer.ok) throw new Error(`the board was answered ${answer.status}`);
  return (await answer.json()) as Board;
}

/**
 * Compares a board with the one that facts, ticket actions and settings alone produce. Returns the differences. It
 * retries for a moment, because changes by time take effect slightly after they are due.
 */
export async function checkBoard(
  { url, token, branch: number = 1, onVersion }: Looking,
  kept: KeptFolder,
  orders: readonly FoldedOrderFacts[],
): Promise<string[]> {
  const branch = kept.branches.find((each) => each.number === number);
  if (!branch) return [];
  const deadline = performance.now() + AGREES_WITHIN_MS;
  for (;;) {
    const board = await readBoard(url, token);
    onVersion?.(board);
    const expected = foldBoard(kept, orders, branch, momentOf(board));
    const differences = differencesOf(comparable(board), expected);
    const offset = clockOffsetOf(kept.deliveries, number);
    if (board.posOffsetMs !== offset) differences.push(`the POS's clock is ${board.posOffsetMs} ms off, not ${offset}`);
    if (differences.length === 0) return [];
    if (performance.now() > deadline)
      return [`the board differs from facts and ticket actions in ${differences.length}: ${differences[0]}`];
    await wait(200);
  }
}

function momentOf({ serverTime, posOffsetMs }: Board) {
  return { serverNow: Date.parse(serverTime), posOffsetMs };
}

function differencesOf(actual: ComparableBoard, expected: ComparableBoard): string[] {
  return (['tickets', 'tables'] as const).flatMap((part) => {
    const names = new Set([...Object.keys(actual[part]), ...Object.keys(expected[part])]);
    return [...names].flatMap((name) => {
      const [is, should] = [actual[part][name], expected[part][name]];
      return isDeepStrictEqual(is, should) ? [] : [`${part} ${name} is ${text(is)}, not ${text(should)}`];
    });
  });
}

function text(part: unknown): string {
  return JSON.stringify(part) ?? 'not there';
}
