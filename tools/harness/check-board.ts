import { setTimeout as wait } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Board } from '../../contract/live';
import { type ComparableBoard, clockOffsetOf, comparable, foldBoard, type OrderWithFacts } from './folded-board';
import type { StoredData } from './stored-data';

/** Tries and not time: on a busy machine one try may take seconds. */
const MAX_TRIES = 25;
const RETRY_MS = 200;
const RESPONSE_TIMEOUT_MS = 60_000;

/** Where to read the board, of branch 1 by default. `onVersion` receives every board that is read. */
export type BoardSource = { url: URL; token: string; branch?: number; onVersion?: (board: Board) => void };

export async function readBoard(url: URL, token: string): Promise<Board> {
  const response = await fetch(new URL('/api/v1/board', url), {
    headers: { Authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS),
  });
  if (!response.ok) throw new Error(`the board request returned ${response.status}`);
  return (await response.json()) as Board;
}

/**
 * Compares the board of a server with the board computed from the stored facts, ticket actions and settings. Returns
 * the differences. Retries for five seconds or more, because time-driven changes take effect slightly late.
 */
export async function checkBoard(
  { url, token, branch: number = 1, onVersion }: BoardSource,
  kept: StoredData,
  orders: readonly OrderWithFacts[],
): Promise<string[]> {
  const branch = kept.branches.find((each) => each.number === number);
  if (!branch) return orders.some((order) => order.branch === number) ? [`branch ${number} is not stored`] : [];
  for (let tries = 1; ; tries += 1) {
    const board = await readBoard(url, token);
    onVersion?.(board);
    const expected = foldBoard(kept, orders, branch, momentOf(board));
    const differences = differencesOf(comparable(board), expected);
    const offset = clockOffsetOf(kept.deliveries, number);
    if (board.posOffsetMs !== offset) differences.push(`the POS's clock is ${board.posOffsetMs} ms off, not ${offset}`);
    if (differences.length === 0) return [];
    if (tries === MAX_TRIES)
      return [`the board differs from facts and ticket actions in ${differences.length}: ${differences[0]}`];
    await wait(RETRY_MS);
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
  return JSON.stringify(part) ?? 'absent';
}
