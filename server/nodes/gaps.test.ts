import { expect, it } from 'vitest';
import { startHeartbeat } from '../heartbeat/heartbeat';
import { changeRows, readRows } from '../testing/data-folder';
import { nodesOfFile } from '../testing/node-pair';

const nodes = nodesOfFile();

it('stores no gap when a node starts or stops while another listens', async () => {
  const third = await nodes.start();
  third.core.heartbeat.begin();
  await third.core.heartbeat.end(third.core.now());
  expect(await readRows(nodes.first.dataDir, 'SELECT * FROM "Gap"')).toEqual([]);
});

it('[F21b] stores a gap after it hung only if no other node listened meanwhile', async () => {
  const begun = Date.now();
  const othersListenedUntil = (seconds: number) =>
    changeRows(nodes.first.dataDir, 'UPDATE "Attendance" SET "until" = ? WHERE "id" = 1', begun + seconds * 1_000);
  const downs = () => readRows(nodes.first.dataDir, `SELECT "fromAt" FROM "Gap" WHERE "cause" = 'down'`);
  const stored = () => readRows(nodes.first.dataDir, 'SELECT "until" FROM "Attendance" WHERE "id" = 1');
  const hang = async (othersUntil: number) => {
    await othersListenedUntil(othersUntil);
    let now = begun;
    const heartbeat = startHeartbeat({ ...nodes.second.core, now: () => now, listenedUntil: null }, 2);
    heartbeat.begin();
    now = begun + 90_000;
    await expect.poll(stored).toEqual([{ until: now }]);
    await heartbeat.end(now);
  };
  // Nobody else stores anything meanwhile.
  for (const node of [nodes.first, nodes.second]) await node.core.heartbeat.end(begun);
  await hang(85);
  expect(await downs()).toEqual([]);
  await hang(30);
  expect(await downs()).toEqual([{ fromAt: begun }]);
});
