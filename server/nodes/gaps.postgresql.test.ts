import { expect, it } from 'vitest';
import { startHeartbeat } from '../clock/heartbeat';
import { changeRows, readRows } from '../testing/data-folder';
import { nodesOfFile } from '../testing/node-pair';

const nodes = nodesOfFile();

it('stores no gap when a node starts or stops while another listens', async () => {
  const third = await nodes.start();
  third.core.heartbeat.begin();
  await third.core.heartbeat.end(third.core.now());
  expect(await readRows(nodes.first.dataDir, 'SELECT * FROM "Gap"')).toEqual([]);
});

const begun = Date.now();
const after = (seconds: number) => begun + seconds * 1_000;
const othersListenedUntil = (seconds: number) =>
  changeRows(nodes.first.dataDir, 'UPDATE "Attendance" SET "until" = ? WHERE "id" = 1', after(seconds));
const stored = () => readRows(nodes.first.dataDir, 'SELECT "until" FROM "Attendance" WHERE "id" = 1');
const downs = () => readRows(nodes.first.dataDir, `SELECT "fromAt" FROM "Gap" WHERE "cause" = 'down'`);

it('[F21b] stores a gap after it hung only if no other node listened meanwhile', async () => {
  const hang = async (othersUntil: number) => {
    await othersListenedUntil(othersUntil);
    let now = begun;
    const heartbeat = startHeartbeat({ ...nodes.second.core, now: () => now, listenedUntil: null }, 2);
    heartbeat.begin();
    now = after(70);
    await expect.poll(stored).toEqual([{ until: now }]);
    await heartbeat.end(now);
  };
  // Nobody else stores anything meanwhile.
  for (const node of [nodes.first, nodes.second]) await node.core.heartbeat.end(begun);
  await hang(55);
  expect(await downs()).toEqual([]);
  await hang(30);
  expect(await downs()).toEqual([{ fromAt: begun }]);
});

it('[F21b] sets back until when it listened with the clock, and stores a gap after that', async () => {
  let now = after(3_600);
  const heartbeat = startHeartbeat({ ...nodes.second.core, now: () => now, listenedUntil: null }, 2);
  heartbeat.begin();
  for (const seconds of [3_600, 100, 170]) {
    now = after(seconds);
    await expect.poll(stored).toEqual([{ until: now }]);
  }
  await heartbeat.end(now);
  expect(await downs()).toEqual([{ fromAt: begun }, { fromAt: after(100) }]);
});

it('[F21b] a node whose clock is minutes behind stores no gap while another listens', async () => {
  await othersListenedUntil(-100);
  const before = await downs();
  let now = begun;
  const heartbeat = startHeartbeat({ ...nodes.second.core, now: () => now, listenedUntil: null });
  heartbeat.begin();
  await expect.poll(stored).toEqual([{ until: now }]);
  await othersListenedUntil(300);
  now = after(70);
  heartbeat.begin();
  await heartbeat.end(now);
  expect(await downs()).toEqual(before);
});

it('[F21b] a node that starts stores a gap if none has listened for two minutes, although others are connected', async () => {
  await othersListenedUntil(-120);
  await changeRows(nodes.first.dataDir, 'UPDATE "Branch" SET "lastDeliveryAt" = ?', after(-130));
  const third = await nodes.start();
  third.core.heartbeat.begin();
  await expect.poll(downs).toContainEqual({ fromAt: after(-120) });
  await third.core.heartbeat.end(third.core.now());
});

it('[F21b] a node that starts with an old clock does not set back until when others listened', async () => {
  await othersListenedUntil(7_200);
  const third = await nodes.start();
  // What it stores when it starts must not come after the next line.
  await third.core.heartbeat.end(begun);
  await othersListenedUntil(7_210);
  third.core.heartbeat.begin();
  await third.core.heartbeat.end(third.core.now());
  expect(await stored()).toEqual([{ until: after(7_210) }]);
});
