import { expect } from 'vitest';
import type { CommandRun } from './run-commands';

/** Checks that the wall whose link a command printed shows the courses that the simulator posted. */
export async function checkWall(runs: readonly CommandRun[], port: number): Promise<void> {
  const output = runs.find(({ command }) => command.includes('screen add'))?.output ?? '';
  const headers = { Authorization: `Bearer ${/token: (\S+)/.exec(output)?.[1]}` };
  const board = await fetch(`http://127.0.0.1:${port}/api/v1/board`, { headers });
  expect(board.status).toBe(200);
  expect(((await board.json()) as { tickets: unknown[] }).tickets.length).toBeGreaterThan(0);
}
