import type { Delivery } from './delivery';
import type { Store } from './store';

/** Stores a delivery durably. */
export type Commit = (delivery: Delivery) => Promise<void>;

/** A transaction for each request. `onCommit` receives the deliveries of each commit. */
export function commitSingly(store: Store, onCommit: (deliveries: readonly Delivery[]) => void): Commit {
  return async (delivery) => {
    store.keep([delivery]);
    onCommit([delivery]);
  };
}

type Waiting = { delivery: Delivery; done: () => void; failed: (error: unknown) => void };

/** Group commit: all requests of one turn of the event loop share a transaction. */
export function commitTogether(store: Store, onCommit: (deliveries: readonly Delivery[]) => void): Commit {
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
    onCommit(deliveries);
  };
  return (delivery) =>
    new Promise((done, failed) => {
      if (waiting.length === 0) setImmediate(flush);
      waiting.push({ delivery, done, failed });
    });
}
