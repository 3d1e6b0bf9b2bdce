import type { Delivery } from './delivery';
import type { Store } from './store';

/** Stores a delivery durably; `kept` is called once per commit, with all deliveries of that commit. */
export type Commit = (delivery: Delivery) => Promise<void>;

/** The baseline: a transaction for each request. */
export function commitEach(store: Store, kept: (deliveries: readonly Delivery[]) => void): Commit {
  return async (delivery) => {
    store.keep([delivery]);
    kept([delivery]);
  };
}

type Waiting = { delivery: Delivery; done: () => void; failed: (error: unknown) => void };

/** Group commit, the upper bound: everything read in one turn of the event loop is one transaction. */
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
