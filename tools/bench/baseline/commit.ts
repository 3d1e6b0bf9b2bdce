import type { Delivery } from './delivery';
import type { Store } from './store';

/** Makes a delivery durable; `kept` is called after the commit with all that it held, once a commit. */
export type Commit = (delivery: Delivery) => Promise<void>;

/** The baseline: a transaction for each request. */
export function commitEach(store: Store, kept: (deliveries: readonly Delivery[]) => void): Commit {
  return async (delivery) => {
    store.keep([delivery]);
    kept([delivery]);
  };
}

type Waiting = { delivery: Delivery; done: () => void; failed: (error: unknown) => void };

/** Group commit, the ceiling to aim at: what one turn of the event loop has read is one transaction. */
export function commitTogether(store: Store, kept: (deliveries: readonly Delivery[]) => void): Commit {
  let waiting: Waiting[] = [];
  const flush = () => {
    const batch = waiting;
    waiting = [];
    const deliveries = batch.map(({ delivery }) => delivery);
    try {
      store.keep(deliveries);
    } catch (error) {
      for (const { failed } of batch) failed(error);
      return;
    }
    for (const { done } of batch) done();
    kept(deliveries);
  };
  return (delivery) =>
    new Promise((done, failed) => {
      if (waiting.length === 0) setImmediate(flush);
      waiting.push({ delivery, done, failed });
    });
}
