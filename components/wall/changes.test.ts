import { describe, expect, it } from 'vitest';
import { type DeviceStorage, deviceStorage } from '../device-storage';
import { ready, ticket } from '../testing/tickets';
import { createSeenChanges } from './changes';

/** An in-memory stand-in for the browser's storage. */
function device(): DeviceStorage & { kept: Map<string, string> } {
  const kept = new Map<string, string>();
  const storage = { getItem: (name: string) => kept.get(name) ?? null, setItem: kept.set.bind(kept) };
  return { ...deviceStorage(() => storage), kept };
}

const isOpen = () => true;
const moved = ticket({ id: '7', marks: ['moved', 'second-round'] });
const at31 = { number: '31', subNumber: '1', name: 'Jansen', guests: 2 };

describe('a change', () => {
  it('is unseen until somebody sees it, and notifies subscribers', () => {
    const seen = createSeenChanges(device());
    let notified = 0;
    seen.subscribe(() => {
      notified += 1;
    });
    expect(seen.unseen(moved)).toBe('moved');
    seen.see(moved, isOpen);
    expect([seen.unseen(moved), notified]).toEqual(['', 1]);
    expect(seen.unseen(ticket({ id: '8', marks: ['moved'] }))).toBe('moved');
  });

  it('does not exist if nothing differs', () => {
    const seen = createSeenChanges(device());
    expect(seen.unseen(ticket({ marks: ['second-round', 'unit-unknown', 'collected'] }))).toBe('');
  });

  it('that happens again counts as new: another table, another name, other guests, ready again', () => {
    const seen = createSeenChanges(device());
    const before = ready(3, { id: '7', marks: ['moved', 'renamed', 'guests', 'completed-again'] });
    seen.see(before, isOpen);
    expect(seen.unseen({ ...before, table: { ...at31, name: 'J. Smith', guests: 4 } })).toBe('moved');
    expect(seen.unseen({ ...before, table: { ...at31, number: '12', guests: 4 } })).toBe('renamed');
    expect(seen.unseen({ ...before, table: { ...at31, number: '12', name: 'J. Smith' } })).toBe('guests');
    expect(seen.unseen(ready(4, { ...before, readyAt: ready(4).readyAt }))).toBe('completed-again');
    expect(seen.unseen({ ...before, version: 9, round: 2 })).toBe('');
  });

  it('that joins a seen one is the only unseen one', () => {
    const seen = createSeenChanges(device());
    seen.see(moved, isOpen);
    expect(seen.unseen({ ...moved, marks: ['moved', 'guests'] })).toBe('guests');
  });

  it('that was marked as seen by mistake is unseen again, and earlier ones stay seen', () => {
    const seen = createSeenChanges(device());
    seen.see(moved, isOpen)();
    expect(seen.unseen(moved)).toBe('moved');
    seen.see(moved, isOpen);
    const grown = { ...moved, marks: [...moved.marks, 'guests' as const] };
    seen.see(grown, isOpen)();
    expect(seen.unseen(grown)).toBe('guests');
  });
});

describe('stored changes', () => {
  it('survive a reload on this device only', () => {
    const own = device();
    createSeenChanges(own).see(moved, isOpen);
    expect(createSeenChanges(own).unseen(moved)).toBe('');
    expect(createSeenChanges(device()).unseen(moved)).toBe('moved');
  });

  it('are removed with their ticket, and stay bounded', () => {
    const own = device();
    const seen = createSeenChanges(own);
    seen.see(ticket({ id: 'gone', marks: ['moved'] }), isOpen);
    seen.see(moved, (id) => id !== 'gone');
    expect(own.kept.get('heatlamp-seen')).not.toContain('gone');
    for (let id = 0; id < 1_000; id += 1) seen.see(ticket({ id: `t${id}`, marks: ['moved'] }), isOpen);
    expect(Object.keys(JSON.parse(own.kept.get('heatlamp-seen') ?? ''))).toHaveLength(300);
    expect(seen.unseen(ticket({ id: 't999', marks: ['moved'] }))).toBe('');
  });

  it.each(['{', '7', 'null', '[]', '{"7":true}', '{"7":[null]}'])('may be invalid: %s', (text) => {
    const own = device();
    own.set('heatlamp-seen', text);
    const seen = createSeenChanges(own);
    expect(seen.unseen(moved)).toBe('moved');
    seen.see(moved, isOpen);
    expect(createSeenChanges(own).unseen(moved)).toBe('');
  });

  it('may be impossible to write: the page still remembers what was just seen', () => {
    const forbidden = deviceStorage(() => {
      throw new DOMException('denied', 'SecurityError');
    });
    const full = deviceStorage(() => ({
      getItem: () => null,
      setItem: () => {
        throw new DOMException('full', 'QuotaExceededError');
      },
    }));
    for (const storage of [forbidden, full]) {
      const seen = createSeenChanges(storage);
      seen.see(moved, isOpen);
      expect(seen.unseen(moved)).toBe('');
    }
  });
});
