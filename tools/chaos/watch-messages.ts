import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import type { NodeMessage } from '../../server/board/branch-news';

const CHANNEL = 'heatlamp';
const RETRY_MS = 250;
const REVISIONS = 'SELECT "number", "revision" FROM "Branch" WHERE "number" = ANY($1)';

/**
 * Watches the messages between nodes: what one announces must be committed, or the others find nothing when they look.
 * Call the result to stop.
 */
export async function watchMessages(address: string, violations: string[]): Promise<() => Promise<void>> {
  let client: pg.Client | null = null;
  let isClosed = false;
  let checking = Promise.resolve();

  async function check(from: pg.Client, payload: string): Promise<void> {
    const { branches } = JSON.parse(payload) as NodeMessage;
    const { rows } = await from.query<{ number: number; revision: number }>(REVISIONS, [branches?.map(([one]) => one)]);
    const stored = new Map(rows.map(({ number, revision }) => [number, revision]));
    for (const [branch, revision] of branches ?? [])
      if ((stored.get(branch) ?? 0) < revision)
        violations.push(`revision ${revision} of branch ${branch} was announced before its commit`);
  }

  async function listen(): Promise<void> {
    const next = new pg.Client({ connectionString: address, application_name: 'chaos' });
    next.on('error', () => {});
    next.on('notification', ({ payload }) => {
      checking = checking.then(() => check(next, payload ?? '{}')).catch(() => {});
    });
    await next.connect();
    await next.query(`LISTEN ${CHANNEL}`);
    next.once('end', () => void listenAgain());
    client = next;
  }

  async function listenAgain(): Promise<void> {
    while (!isClosed) {
      await wait(RETRY_MS);
      const isListening = await listen().then(
        () => true,
        () => false,
      );
      if (isListening) return;
    }
  }

  await listen();
  return async () => {
    isClosed = true;
    await client?.end().catch(() => {});
  };
}
