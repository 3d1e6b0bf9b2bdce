import { setTimeout } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import type { AuditEntry } from '../../contract/audit';
import type { GuestVisit } from '../../contract/guests';
import { eraseLooseBodies } from '../privacy/erase';
import { openPostgresql } from '../storage/open-database';
import { readRows, WAITS_FOR_LOCK } from '../testing/data-folder';
import { eventBody } from '../testing/events';
import { inTurn } from '../testing/in-turn';
import { postAuth, signedIn } from '../testing/managers';
import { nodesOfFile } from '../testing/node-pair';
import type { RunningServer } from '../testing/running-server';

const START = 'kitchenStartCourse';

const nodes = nodesOfFile();

const at = () => Date.now() - 60_000;

it('[F27d] stores no search for a name that another node has erased while the entry waited', async () => {
  const cookie = await signedIn(nodes.first, { name: 'owner-who-erases', role: 'owner' });
  const order = 'leaves-for-good';
  const table = { number: 77, subNumber: 1, tableName: 'Duizendschoon' };
  await nodes.first.post(START, eventBody({ at: at(), order, table }));
  await nodes.first.post('kitchenServeCourse', eventBody({ at: at() + 1_000, order, table }));
  const [visit] = await nodes.first.command<GuestVisit[]>('guest find', { name: 'duizendschoon' });
  const see = (query: string) =>
    fetch(`${nodes.second.url}/api/v1/history/courses?branch=1&q=${query}`, { headers: { Cookie: cookie } });
  const live = () => fetch(`${nodes.second.url}/api/v1/live`, { headers: { Cookie: cookie } });
  await expect.poll(async () => (await live()).status).toBe(200);
  await inTurn(nodes.second, async () => {
    expect((await see('Duizendschoon')).status).toBe(200);
    // Entries are written every half nodes.second: this one waits for its turn now.
    await setTimeout(1_200);
    const body = { visits: [visit?.id], name: 'Duizendschoon' };
    const erased = await postAuth(nodes.first, '/api/v1/guests/erase', body, {
      Cookie: cookie,
      Origin: nodes.first.url,
    });
    expect(await erased.json()).toMatchObject({ visits: 1 });
  });
  const views = () => nodes.first.command<AuditEntry[]>('audit list', { by: 'owner-who-erases', kind: 'view' });
  await expect
    .poll(async () => (await views()).map(({ action, query }) => [action, query]))
    .toEqual([['history', null]]);
  // Later ones are stored with their query.
  await see('Leeuwenbek');
  await expect.poll(async () => (await views())[0]?.query).toBe('q=Leeuwenbek');
});

describe('deliveries of an event whose name was not known', () => {
  let ids: string[];
  beforeAll(async () => {
    for (const order of ['one', 'two', 'three', 'kept', 'erased'])
      await nodes.first.post('kitchenStartCours', eventBody({ at: at(), order }));
    // Pinning the subscription to an event makes the name of the event known.
    await nodes.first.core.queue.run((sql) =>
      sql.subscription.update({ where: { id: 'heatlamp' }, data: { event: START } }),
    );
    (await nodes.first.core.queue.run((sql) => nodes.first.core.reload(sql)))();
    await nodes.second.core.follower.current();
    const rows = await readRows<{ id: string }>(
      nodes.first.dataDir,
      `SELECT "id" FROM "Delivery" WHERE "pathEvent" = 'kitchenStartCours' ORDER BY "receivedAt", "id"`,
    );
    ids = rows.map(({ id }) => id);
  });

  const replay = (node: RunningServer, id: string) => node.command<{ applied: number }>('deliveries replay', { id });
  const storedOf = async (id: string) => {
    const rows = await readRows<{ outcome: string; orderKey: number | null; bytes: number }>(
      nodes.first.dataDir,
      'SELECT "outcome", "orderKey", length("body") AS "bytes" FROM "Delivery" WHERE "id" = ?',
      id,
    );
    return rows[0];
  };

  /** Changes a delivery as a third node. Commits when `meanwhile` waits for that. Resolves to its result. */
  async function changeBefore<Result>(
    id: string,
    change: { orderKey: number } | { body: Uint8Array<ArrayBuffer>; erasedAt: number },
    meanwhile: () => Promise<Result>,
  ): Promise<Result> {
    const third = openPostgresql(nodes.first.core.config.databaseUrl ?? '');
    try {
      const result = await third.$transaction(
        async (sql) => {
          await sql.delivery.update({ where: { id }, data: change });
          const waiting = meanwhile();
          const blocked = `SELECT 1 FROM pg_stat_activity WHERE ${WAITS_FOR_LOCK}`;
          await expect.poll(() => readRows(nodes.first.dataDir, blocked)).not.toEqual([]);
          return { waiting };
        },
        { maxWait: 60_000, timeout: 60_000 },
      );
      return await result.waiting;
    } finally {
      await third.$disconnect();
    }
  }

  it('are applied once where two nodes replay one at the same time', async () => {
    for (const id of ids.slice(0, 3)) {
      const replays = await Promise.all([nodes.first, nodes.second].map((node) => replay(node, id)));
      expect(replays.map(({ applied }) => applied).sort()).toEqual([0, 1]);
      expect((await storedOf(id))?.outcome).toBe('applied');
    }
  });

  it('keep their bodies where another node applies them while they are erased', async () => {
    const [applied, id = ''] = [(await storedOf(ids[0] ?? ''))?.orderKey ?? 0, ids[3]];
    const erase = () => nodes.second.core.queue.run((sql) => eraseLooseBodies(sql, [id], Date.now()));
    expect(await changeBefore(id, { orderKey: applied }, erase)).toBe(0);
    expect((await storedOf(id))?.bytes).toBeGreaterThan(0);
  });

  it('are not applied where another node erases their bodies meanwhile', async () => {
    const id = ids[4] ?? '';
    const erased = { body: new Uint8Array(0), erasedAt: Date.now() };
    expect(await changeBefore(id, erased, () => replay(nodes.second, id))).toMatchObject({ applied: 0 });
    expect(await storedOf(id)).toMatchObject({ orderKey: null, bytes: 0 });
  });
});
