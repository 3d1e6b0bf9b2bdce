import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { BoardChange } from '../../contract/live';
import { at, board, change, table, ticket } from '../testing/tickets';
import { type BoardState, isBehind, takeChange, takeSnapshot } from './board-state';

const first = ticket({ id: 'a', version: 1 });
const second = ticket({ id: 'b', version: 1 });
const state = takeSnapshot(null, board({ version: 5, tickets: [first, second], tables: [table()] }));

describe('a snapshot', () => {
  it('replaces the previous board', () => {
    const after = takeSnapshot(state, board({ version: 3, tickets: [ticket({ id: 'c' })] }));
    expect([...after.tickets.keys()]).toEqual(['c']);
    expect(after).toMatchObject({ version: 3, epoch: 'e1', tables: new Map() });
  });

  it('keeps the objects of equal versions, within one epoch only', () => {
    const again = { version: 6, tickets: [{ ...first }, { ...second, version: 6 }], tables: [table()] };
    const after = takeSnapshot(state, board(again));
    expect(after.tickets.get('a')).toBe(first);
    expect(after.tickets.get('b')).not.toBe(second);
    expect(after.tables.get('12/1')).toBe(state.tables.get('12/1'));
    expect(takeSnapshot(state, board({ ...again, epoch: 'e2' })).tickets.get('a')).not.toBe(first);
  });

  it('keeps the parts of a table apart', () => {
    const parts = [table({ subNumber: '1' }), table({ subNumber: '2' })];
    expect([...takeSnapshot(null, board({ tables: parts })).tables.keys()]).toEqual(['12/1', '12/2']);
  });
});

describe('a change', () => {
  it('replaces whole tickets and tables, and leaves the others the same objects', () => {
    const news = ticket({ id: 'b', version: 6 });
    const { state: after, outcome } = takeChange(
      state,
      change(6, { tickets: [news], tables: [table({ number: '9' })] }),
    );
    expect(outcome).toBe('applied');
    expect(after.version).toBe(6);
    expect([after.tickets.get('a'), after.tickets.get('b')]).toEqual([first, news]);
    expect(after.tickets.get('a')).toBe(first);
    expect([...after.tables.keys()]).toEqual(['12/1', '9/1']);
    expect(state.tickets.get('b')).toBe(second);
  });

  it.each([
    { why: 'that is here already', news: change(5), outcome: 'old' },
    { why: 'with something missing before it', news: change(7), outcome: 'gap' },
    { why: 'of another epoch', news: change(6, { epoch: 'e2' }), outcome: 'gap' },
  ])('$why leaves the state as it is', ({ news, outcome }) => {
    expect(takeChange(state, news)).toEqual({ state, outcome });
  });

  it('may start before the current version, as after a resync', () => {
    const all = change(9, { previousVersion: 2, tickets: [ticket({ id: 'c', version: 8 })] });
    expect(takeChange(state, all)).toMatchObject({ outcome: 'applied', state: { version: 9 } });
  });

  it('keeps the same map if nothing in it changed: a table’s status alone must not sort the cards again', () => {
    const { state: after } = takeChange(state, change(6, { tickets: [], tables: [table({ number: '9' })] }));
    expect(after.tickets).toBe(state.tickets);
    expect(after.tables).not.toBe(state.tables);
  });

  it('removes tickets that closed half an hour ago by the branch’s clock: a wall stays open for weeks', () => {
    const closed = takeSnapshot(null, board({ tickets: [first, ticket({ id: 'old', closedAt: at(0) })] }));
    const left = (minutes: number, posOffsetMs = 0) => [
      ...takeChange(closed, change(2, { serverTime: at(minutes), posOffsetMs })).state.tickets.keys(),
    ];
    expect(left(29)).toEqual(['a', 'old']);
    expect(left(30)).toEqual(['a']);
    expect(left(31, 120_000)).toEqual(['a', 'old']);
  });

  it('removes a ticket that it closes more than half an hour ago, as a snapshot would', () => {
    const news = [ticket({ id: 'a', closedAt: at(0) }), ticket({ id: 'c', closedAt: at(1) })];
    const { state: after } = takeChange(state, change(6, { tickets: news, serverTime: at(30.5), posOffsetMs: 0 }));
    expect([...after.tickets.keys()]).toEqual(['b', 'c']);
  });
});

describe('a head', () => {
  it.each([
    { head: { epoch: 'e1', version: 5 }, behind: false },
    { head: { epoch: 'e1', version: 6 }, behind: true },
    { head: { epoch: 'e1', version: 4 }, behind: true },
    { head: { epoch: 'e2', version: 5 }, behind: true },
  ])('$head means behind: $behind', ({ head, behind }) => {
    expect(isBehind(state, head)).toBe(behind);
  });

  it('always means behind if there is no board yet', () => {
    expect(isBehind(null, { epoch: 'none', version: 0 })).toBe(true);
  });
});

it('lost, repeated and late changes lead to the same board as long as gaps are filled', () => {
  const ids = ['a', 'b', 'c', 'd'];
  const changes = fc.array(fc.subarray(ids, { minLength: 1 }), { minLength: 1, maxLength: 12 });
  const fates = fc.array(fc.constantFrom('comes', 'lost', 'twice'), { minLength: 12, maxLength: 12 });
  fc.assert(
    fc.property(changes, fates, (sent, fate) => {
      const all = sent.map((changed, index) =>
        change(index + 1, { tickets: changed.map((id) => ticket({ id, version: index + 1 })) }),
      );
      const empty = takeSnapshot(null, board({ version: 0 }));
      const right = all.reduce((before, next) => takeChange(before, next).state, empty);
      const arriving = all.flatMap((next, index) =>
        fate[index] === 'lost' ? [] : fate[index] === 'twice' ? [next, next] : [next],
      );
      let screen = arriving.reduce((before, next) => {
        const { state: after, outcome } = takeChange(before, next);
        return outcome === 'gap' ? takeChange(before, since(before, all, next.version)).state : after;
      }, empty);
      if (isBehind(screen, right)) screen = takeChange(screen, since(screen, all, right.version)).state;
      expect(screen).toEqual(right);
    }),
  );
});

/** Answer to a resync: the latest state of every ticket that changed after the screen's version. */
function since({ version }: BoardState, all: readonly BoardChange[], upTo: number): BoardChange {
  const newest = new Map(
    all
      .filter((sent) => sent.version > version && sent.version <= upTo)
      .flatMap((sent) => sent.tickets.map((each) => [each.id, each])),
  );
  return change(upTo, { previousVersion: version, tickets: [...newest.values()] });
}
