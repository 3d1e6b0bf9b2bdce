import { afterEach, beforeEach, expect, it } from 'vitest';
import { setSetting } from '../settings/commands';
import { type Kitchen, openKitchen } from '../testing/kitchen';
import { waitUntilCommitted } from '../testing/stored-state';

const MINUTE = 60_000;
/** A Friday at six in the evening, by the branch's wall clock. */
const SIX = Date.parse('2026-06-19T18:00:00+02:00');

let kitchen: Kitchen;
beforeEach(async () => {
  kitchen = await openKitchen(undefined, SIX);
});
afterEach(() => kitchen.stop());

/** The table's status in the database and on the board, this many minutes after six. */
async function statusAt(minutes: number): Promise<string> {
  kitchen.setNow(SIX + minutes * MINUTE);
  await waitUntilCommitted(kitchen.core);
  const [stored] = await kitchen.rows<{ status: string; since: bigint | number }>(
    'SELECT "status", "since" FROM "TableState"',
  );
  const [table] = kitchen.board().tables;
  expect([stored?.status, new Date(Number(stored?.since)).toISOString()]).toEqual([table?.status, table?.since]);
  return (table?.status ?? '').replace('TABLE-STATUS-', '');
}

const A_MOMENT = 1 / 60_000;

it.each([
  ['with no pause', async () => {}],
  [
    'with a restart before every look',
    async () => {
      kitchen = await kitchen.restart();
    },
  ],
])(
  '[F8][F9b] a table passes through its statuses on time, with deliveries only where there must be one, %s',
  async (_, pause) => {
    await kitchen.deliver('kitchenStartCourse', { at: SIX, expected: null });
    const seen: [number, string][] = [];
    const look = async (minutes: number) => {
      await pause();
      seen.push([Math.round(minutes), await statusAt(minutes)]);
    };
    await look(0);
    await look(15 - A_MOMENT);
    await look(15);
    await kitchen.deliver('kitchenCompleteCourse', { at: SIX + 20 * MINUTE, expected: null });
    await look(20);
    await look(24 - A_MOMENT);
    await look(24);
    await kitchen.deliver('kitchenServeCourse', { at: SIX + 30 * MINUTE, expected: null });
    await look(30);
    await look(75 - A_MOMENT);
    await look(75);

    expect(seen).toEqual([
      [0, 'TAKEN'],
      [15, 'TAKEN'],
      [15, 'TAKEN-AND-TIME-LIMIT-REACHED'],
      [20, 'ORDER-READY-TO-BE-SERVED'],
      [24, 'ORDER-READY-TO-BE-SERVED'],
      [24, 'TAKEN-AND-ACTION-REQUIRED'],
      [30, 'TAKEN'],
      [75, 'TAKEN'],
      [75, 'OPEN'],
    ]);
    expect(await kitchen.rows('SELECT 1 FROM "Delivery"')).toHaveLength(3);
  },
);

it('[F9b] every status that time alone brings is one commit that screens receive', async () => {
  await kitchen.deliver('kitchenCompleteCourse', { at: SIX, expected: null });
  const { version } = kitchen.board();
  const statuses: (string | undefined)[] = [];
  kitchen.core.boards.onChange(({ tables }) => statuses.push(tables[0]?.view.status));
  expect(await statusAt(4)).toBe('TAKEN-AND-ACTION-REQUIRED');
  expect(kitchen.board().version).toBe(version + 1);
  expect(await statusAt(6 * 60)).toBe('OPEN');
  expect(statuses).toEqual(['TABLE-STATUS-TAKEN-AND-ACTION-REQUIRED', 'TABLE-STATUS-OPEN']);
});

it('[F1][F9b] a repeat of an earlier evening keeps the other orders of a free table', async () => {
  const ORDERS = ['5eea25d4-4188-43b8-9a66-8086561d590c', 'b0ddb40c-0435-40b1-a976-2e82df8f2f8a'];
  for (const [index, order] of ORDERS.entries()) {
    await kitchen.deliver('kitchenServeCourse', { at: SIX + index * 3 * MINUTE, order, number: 85_000 + index });
  }
  expect(await statusAt(120)).toBe('OPEN');
  const since = new Date(SIX + 48 * MINUTE).toISOString();
  kitchen = await kitchen.restart();
  await kitchen.deliver('kitchenServeCourse', { at: SIX, order: ORDERS[0] ?? '', number: 85_000 });
  await setSetting(kitchen.core, 'readyLate', '7', { branch: 1 });
  expect(await statusAt(121)).toBe('OPEN');
  expect(kitchen.board().tables[0]?.since).toBe(since);
});
