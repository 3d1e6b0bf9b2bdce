import { describe, expect, it } from 'vitest';
import type { DeliveryList, ListedDelivery } from '../../contract/deliveries';
import { createDeliveryStore, MAX_SHOWN } from './use-deliveries';

const delivery = (second: number): ListedDelivery => ({
  id: String(second).padStart(4, '0'),
  receivedAt: new Date(second * 1000).toISOString(),
  subscription: 'heatlamp',
  pathEvent: 'kitchenStartCourse',
  outcome: 'applied',
  reason: null,
  cause: null,
  branch: 1,
  ticketId: null,
  told: null,
  headers: {},
  bodySha256: '',
  erasedAt: null,
  body: '{}',
  bodyBase64: null,
});
const page = (seconds: number[], nextCursor: string | null = null): DeliveryList => ({
  deliveries: seconds.map(delivery),
  nextCursor,
  gaps: [],
  lookedBackTo: null,
});
const seconds = (deliveries: readonly ListedDelivery[]) =>
  deliveries.map(({ receivedAt }) => Date.parse(receivedAt) / 1000);

describe('the shown deliveries', () => {
  it('do not move when others arrive: those wait until they are requested', () => {
    const store = createDeliveryStore(page([10, 9]));
    store.receive(page([12, 11, 10]), false);
    expect([seconds(store.current().shown), seconds(store.current().fresh)]).toEqual([
      [10, 9],
      [12, 11],
    ]);
    store.receive(page([13, 12]), false);
    expect(seconds(store.current().fresh)).toEqual([13, 12, 11]);
    store.showFresh();
    expect([seconds(store.current().shown), store.current().fresh]).toEqual([[13, 12, 11, 10, 9], []]);
  });

  it('include new ones at once if that moves nothing', () => {
    const store = createDeliveryStore(page([10]));
    store.receive(page([11, 10]), true);
    expect(seconds(store.current().shown)).toEqual([11, 10]);
  });

  it('place one that was committed after a newer one in order', () => {
    const store = createDeliveryStore(page([10, 8]));
    expect(store.since(true)).toBe(new Date(8_000).toISOString());
    store.receive(page([10, 9, 8]), true);
    expect(seconds(store.current().shown)).toEqual([10, 9, 8]);
  });

  it('are marked incomplete if more arrived than one answer holds', () => {
    const store = createDeliveryStore(page([10]));
    store.receive(page([90, 89, 88], 'more'), true);
    expect(store.current()).toMatchObject({ hasGap: true });
    expect([seconds(store.current().shown), seconds(store.current().fresh)]).toEqual([[10], [90, 89, 88]]);
    store.receive(page([91, 90]), true);
    expect(seconds(store.current().shown)).toEqual([10]);
    store.startAnew(page([91, 90, 89], 'more'));
    expect(store.current()).toMatchObject({ hasGap: false, fresh: [], nextCursor: 'more' });
  });

  it('start anew after a thousand, but not while somebody reads them', () => {
    const many = Array.from({ length: MAX_SHOWN + 1 }, (_, index) => MAX_SHOWN + 10 - index);
    const store = createDeliveryStore(page(many, 'old'));
    const next = page([MAX_SHOWN + 11, MAX_SHOWN + 10], 'new');
    expect(store.since(false)).not.toBeNull();
    store.receive(next, false);
    expect(store.current()).toMatchObject({ shown: { length: MAX_SHOWN + 1 }, fresh: { length: 1 } });
    expect(store.since(true)).toBeNull();
    store.receive(next, true);
    expect(seconds(store.current().shown)).toEqual([MAX_SHOWN + 11, MAX_SHOWN + 10]);
    expect(store.current()).toMatchObject({ fresh: [], nextCursor: 'new' });
  });

  it('are marked incomplete if more than a thousand wait until they are requested', () => {
    const store = createDeliveryStore(page([1]));
    store.receive(page(Array.from({ length: MAX_SHOWN + 1 }, (_, index) => index + 2)), false);
    expect(store.current().hasGap).toBe(false);
    store.receive(page([MAX_SHOWN + 3, MAX_SHOWN + 2]), false);
    expect(seconds(store.current().fresh)).toEqual([MAX_SHOWN + 3]);
    expect(store.current().hasGap).toBe(true);
  });

  it('extend to older pages without duplicates', () => {
    const store = createDeliveryStore(page([10, 9], 'a'));
    store.append({ ...page([9, 8], 'b'), lookedBackTo: 'then' });
    expect(seconds(store.current().shown)).toEqual([10, 9, 8]);
    expect(store.current()).toMatchObject({ nextCursor: 'b', lookedBackTo: 'then' });
  });

  it('keep their order when one is read again', () => {
    const store = createDeliveryStore(page([10, 9]));
    store.replace([{ ...delivery(9), outcome: 'repeat' }, delivery(3)]);
    expect(store.current().shown.map(({ outcome }) => outcome)).toEqual(['applied', 'repeat']);
  });

  it('notify subscribers until they unsubscribe', () => {
    const store = createDeliveryStore(page([]));
    let notified = 0;
    const release = store.subscribe(() => {
      notified += 1;
    });
    expect(store.since(true)).toBeNull();
    store.receive(page([1]), true);
    store.receive(page([1]), true);
    release();
    store.receive(page([2, 1]), true);
    expect(notified).toBe(1);
  });
});

describe('gaps between deliveries', () => {
  const gap = (from: number, to: number) => ({
    branch: 1,
    from: new Date(from * 1000).toISOString(),
    to: new Date(to * 1000).toISOString(),
    cause: 'down' as const,
  });
  const starts = (store: ReturnType<typeof createDeliveryStore>) =>
    store.current().gaps.map(({ from }) => Date.parse(from) / 1000);

  it('arrive with the deliveries around them, each once, and move nothing before those are requested', () => {
    const store = createDeliveryStore({ ...page([10, 9]), gaps: [gap(9, 10)] });
    store.receive({ ...page([20, 10]), gaps: [gap(11, 19)] }, false);
    expect(starts(store)).toEqual([9]);
    store.receive({ ...page([20, 10]), gaps: [gap(11, 19)] }, false);
    store.showFresh();
    expect(starts(store)).toEqual([11, 9]);
    store.append({ ...page([5, 2]), gaps: [gap(2, 4)] });
    expect(starts(store)).toEqual([11, 9, 2]);
  });

  it('appear at once if that moves nothing, even without new deliveries', () => {
    const store = createDeliveryStore(page([10]));
    store.receive({ ...page([10]), gaps: [gap(10, 30)] }, true);
    expect(starts(store)).toEqual([10]);
  });
});
