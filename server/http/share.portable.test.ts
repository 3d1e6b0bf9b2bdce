import { beforeEach, expect, it } from 'vitest';
import { createShare, type Holder, type Share } from './admission';

let limit: number;
let share: Share;
let ended: string[];
beforeEach(() => {
  limit = 4;
  share = createShare(() => limit);
  ended = [];
});

/** Takes a part for a holder, whose name begins with its network. */
function take(name: string, amount = 1): Holder {
  const holder = { network: name.slice(0, 1), end: () => void ended.push(name) };
  share.take(holder, amount);
  return holder;
}

it('gives whoever is new a part, and takes it from the network that holds most', () => {
  for (const name of ['a1', 'b1', 'b2', 'b3', 'c1', 'd1']) take(name);
  expect(ended).toEqual(['b1', 'b2']);
});

it('takes a part from the holder whose last accepted request is longest ago', () => {
  const [first] = ['a1', 'a2', 'a3', 'a4'].map((name) => take(name));
  share.renew(first as Holder);
  take('a5');
  expect(ended).toEqual(['a2']);
});

it('takes from the oldest of all where every network holds the same, and never from the newest', () => {
  for (const name of ['a1', 'b1', 'c1', 'd1', 'e1', 'f1']) take(name);
  expect(ended).toEqual(['a1', 'b1']);
});

it('takes from the newest of the network that holds most, where that is the rule', () => {
  share = createShare(() => limit, 'newest');
  for (const name of ['a1', 'a2', 'b1', 'a3', 'b2', 'a4']) take(name);
  expect(ended).toEqual(['a3', 'a4']);
});

it('has room again for what was returned, once', () => {
  const holders = ['a1', 'a2', 'a3', 'a4'].map((name) => take(name));
  share.release(holders[0] as Holder);
  share.release(holders[0] as Holder);
  share.renew(holders[0] as Holder);
  take('a5');
  expect(ended).toEqual([]);
  take('a6');
  expect(ended).toEqual(['a2']);
});

it('counts amounts, and ends as many holders as make room for one', () => {
  take('a1', 2);
  take('b1', 1);
  take('b2', 1);
  const c = take('c1', 1);
  expect(ended).toEqual(['a1']);
  share.take(c, 3);
  expect(ended).toEqual(['a1', 'c1']);
  take('d1', 2);
  expect(ended).toEqual(['a1', 'c1']);
});

it('ends holders when the limit has fallen', () => {
  for (const name of ['a1', 'a2', 'b1', 'c1']) take(name);
  limit = 2;
  share.trim();
  expect(ended).toEqual(['a1', 'a2']);
  expect(share.held()).toBe(2);
});
