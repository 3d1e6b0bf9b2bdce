import { describe, expect, it, vi } from 'vitest';
import type { AuditEntry } from '../../contract/audit';
import { DAY_MS, HOUR_MS } from '../../lib/time';
import { changeRows, readRows } from '../testing/data-folder';
import { eventBody } from '../testing/events';
import { inTurn } from '../testing/in-turn';
import { nodesOfFile } from '../testing/node-pair';
import type { RunningServer } from '../testing/running-server';

const START = 'kitchenStartCourse';

const nodes = nodesOfFile();

const at = () => Date.now() - 60_000;

it('records as the value before a change what another node has just set', async () => {
  await nodes.first.command('branch set', { number: 31, name: 'Old' });
  await expect.poll(() => nodes.second.core.boards.branch(31)?.row.name).toBe('Old');
  const changing = inTurn(nodes.second, () => nodes.first.command('branch set', { number: 31, name: 'Between' }));
  const after = nodes.second.command('branch set', { number: 31, name: 'New' });
  await Promise.all([changing, after]);
  const [last] = await nodes.second.command<AuditEntry[]>('audit list', { limit: 1 });
  expect(last).toMatchObject({ before: { name: 'Between' }, after: { name: 'New' } });
});

it('applies a setting for all branches to one that another node has just made', async () => {
  const versions = () => readRows(nodes.first.dataDir, 'SELECT "version" FROM "CourseTicket" WHERE "branch" = 33');
  let setting: Promise<unknown> = Promise.resolve();
  await inTurn(nodes.second, async () => {
    setting = nodes.second.command('setting set', { key: 'latePercent', value: '90' });
    await nodes.first.post(START, eventBody({ at: at(), branch: 33, order: 'new' }));
    expect(await versions()).toEqual([{ version: 1 }]);
  });
  await setting;
  // Screens of the branch get its tickets again, with their new limits.
  expect(await versions()).toEqual([{ version: 2 }]);
});

it('[F9] folds the first delivery that it has of a branch with what another node has just set there', async () => {
  let posting: Promise<unknown> = Promise.resolve();
  await inTurn(nodes.second, async () => {
    const old = eventBody({ at: Date.now() - 5 * HOUR_MS, branch: 34, order: 'old' });
    posting = nodes.second.post(START, old);
    await nodes.first.post(START, eventBody({ at: at(), branch: 34, order: 'new' }));
    await nodes.first.command('setting set', { key: 'autoCloseHours', value: '8', branch: 34 });
  });
  await posting;
  const closed = 'SELECT "closedAt" FROM "CourseTicket" WHERE "branch" = 34';
  expect(await readRows(nodes.first.dataDir, closed)).toEqual([{ closedAt: null }, { closedAt: null }]);
});

describe('a branch that one order came for', () => {
  /** Posts to one node, and resolves when the other one has it too. */
  async function begin(branch: number, order: string): Promise<void> {
    await nodes.first.post(START, eventBody({ at: at(), branch, order }));
    await expect.poll(() => nodes.second.core.boards.branch(branch)?.orders.size).toBe(1);
    expect(nodes.second.core.boards.branch(branch)?.row.provisionalSince).not.toBeNull();
  }
  const identitiesOf = (node: RunningServer, branch: number) =>
    [...(node.core.boards.branch(branch)?.orders.values() ?? [])].map(({ identity }) => identity);

  it('[F25b] is not removed after another node took it', async () => {
    await begin(21, 'one');
    // Committed by another node a moment ago, which has not notified this one yet.
    await changeRows(
      nodes.first.dataDir,
      'UPDATE "Branch" SET "provisionalSince" = NULL, "revision" = "revision" + 1 WHERE "number" = 21',
    );
    await expect(nodes.second.command('branch remove', { number: 21 })).rejects.toThrow('in use');
  });

  it('[F25b] is new on every node once one has removed it', async () => {
    await begin(22, 'before');
    let posting: Promise<unknown> = Promise.resolve();
    await inTurn(nodes.second, async () => {
      posting = nodes.second.post(START, eventBody({ at: at(), branch: 22, order: 'after' }));
      await nodes.first.command('branch remove', { number: 22 });
    });
    await posting;
    await expect.poll(() => identitiesOf(nodes.first, 22)).toEqual(['id:after']);
    expect(identitiesOf(nodes.second, 22)).toEqual(['id:after']);
    expect(nodes.second.core.boards.branch(22)?.row).toEqual(nodes.first.core.boards.branch(22)?.row);
    const third = await nodes.start();
    expect(identitiesOf(third, 22)).toEqual(['id:after']);
  });

  it('[F25b] stays removed though a node that was slow has a delivery that another one took over', async () => {
    let posting: Promise<unknown> = Promise.resolve();
    await inTurn(nodes.second, async () => {
      posting = nodes.second.post(START, eventBody({ at: at(), branch: 24, order: 'late' }));
      await expect.poll(() => nodes.first.core.boards.branch(24)?.orders.size).toBe(1);
      await nodes.first.command('branch remove', { number: 24 });
    });
    await posting;
    const stored = 'SELECT "outcome" FROM "Delivery" WHERE "branch" = 24';
    expect(await readRows(nodes.first.dataDir, stored)).toEqual([{ outcome: 'ignored' }]);
    expect(await readRows(nodes.first.dataDir, 'SELECT "number" FROM "Branch" WHERE "number" = 24')).toEqual([]);
  });

  it('[F25b] is new on every node, also if it came again before they looked', async () => {
    await begin(23, 'before');
    await inTurn(nodes.second, async () => {
      await nodes.first.command('branch remove', { number: 23 });
      await nodes.first.post(START, eventBody({ at: at(), branch: 23, order: 'after' }));
    });
    await expect.poll(() => identitiesOf(nodes.second, 23)).toEqual(['id:after']);
  });
});

it('keeps the business days of the last cut-off where another node still rewrites them for the one before', async () => {
  // So long ago that a node which starts now does not have it in memory.
  const past = { at: Date.now() - 2 * DAY_MS, branch: 33, order: 'past' };
  for (const event of [START, 'kitchenServeCourse']) await nodes.first.post(event, eventBody(past));
  const days = () => readRows(nodes.first.dataDir, 'SELECT "businessDay" FROM "CourseTicket" WHERE "branch" = 33');
  const right = await days();
  const slow = await nodes.start();
  const cutOffIn = ({ core }: RunningServer) => core.boards.branch(33)?.row.cutOffMinute;
  const { run } = slow.core.queue;
  const held = async (command: Parameters<typeof run>[0]) => {
    // It has stored the cut-off, and rewrites nothing until another node has corrected it.
    if (cutOffIn(slow) === 23 * 60) await corrected;
    return run(command);
  };
  vi.spyOn(slow.core.queue, 'run').mockImplementation(held as typeof run);
  const rewritten = slow.command('branch set', { number: 33, cutOff: '23:00' });
  const corrected = expect
    .poll(() => cutOffIn(nodes.second))
    .toBe(23 * 60)
    .then(() => nodes.second.command('branch set', { number: 33, cutOff: '04:00' }));
  await rewritten;
  expect(await days()).toEqual(right);
});
