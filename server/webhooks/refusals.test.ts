import { expect, it } from 'vitest';
import { createRefusals, type Refusal, type Refusals } from './refusals';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const FINDING = { is: 'unknown-secret' } as const;

let elapsed = 0;
const startNode = (since: number) => createRefusals(since, () => elapsed);

function refuse(node: Refusals, at: number, more: Partial<Refusal> = {}): void {
  const last = { event: 'kitchenStartCourse', address: `10.0.0.${at}`, headers: {} };
  const refusal = {
    code: 'INVALID_SIGNATURE',
    problem: null,
    subscriptionId: 'pos',
    hint: null,
    finding: null,
  } as const;
  node.count({ ...refusal, at, last, ...more });
}

/** Sends the news of one node, if there are any, to another. */
function send(node: number, from: Refusals, to: Refusals): boolean {
  const news = from.news();
  if (news) to.receive(node, JSON.parse(JSON.stringify(news)));
  return news !== null;
}

it('sums the refusals of all nodes, with the last one and the last explanation', () => {
  const [one, two] = [startNode(0), startNode(5)];
  refuse(one, 10, { hint: 'why', finding: FINDING });
  refuse(two, 20);
  refuse(two, 30, { code: 'INVALID_DATA', problem: 'encoded', subscriptionId: null });
  send(2, two, one);
  expect(one.list().refusals).toMatchObject([
    { code: 'INVALID_SIGNATURE', count: 2, hint: 'why', finding: FINDING, last: { address: '10.0.0.20' } },
    { code: 'INVALID_DATA', count: 1 },
  ]);
  expect(one.list().refusals[0]).toMatchObject({
    firstAt: '1970-01-01T00:00:00.010Z',
    lastAt: '1970-01-01T00:00:00.020Z',
  });
  expect(one.own()).toMatchObject([{ count: 1 }]);
  expect(one.list().since, 'when all nodes counted').toBe(5);
});

it('sends what changed, without counting it twice', () => {
  const [one, two] = [startNode(0), startNode(0)];
  refuse(one, 10);
  expect(send(1, one, two)).toBe(true);
  expect(send(1, one, two), 'without news').toBe(false);
  refuse(one, 20);
  expect(send(1, one, two)).toBe(true);
  expect(two.list().refusals).toMatchObject([{ count: 2 }]);
});

it('sends everything to a node that has just started', () => {
  const one = startNode(0);
  refuse(one, 10);
  expect(one.news()).not.toBeNull();
  expect(one.news()).toBeNull();
  const two = startNode(0);
  send(2, two, one);
  send(1, one, two);
  expect(two.list().refusals).toMatchObject([{ count: 1 }]);
});

it('leaves out a node that was silent for three minutes', () => {
  const [one, two] = [startNode(0), startNode(0)];
  refuse(two, 10);
  send(2, two, one);
  elapsed += 2 * MINUTE;
  send(2, two, one);
  elapsed += 3 * MINUTE - 1;
  expect(one.list().refusals).toHaveLength(1);
  elapsed += 1;
  expect(one.list().refusals).toEqual([]);
});
