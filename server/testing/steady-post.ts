import { randomUUID } from 'node:crypto';
import { eventBody } from './events';
import type { RunningServer } from './running-server';

/** A delivery that was posted, by its order, and how it was answered. */
export type Posted = { order: string; status: number };

const CONNECTIONS = 4;

/** A POS that posts orders over several connections, each as fast as it is answered. */
type SteadyPost = {
  posted: Posted[];
  /** Resolves when this many more have been answered. */
  more: (count: number) => Promise<void>;
  /** Stops posting. Resolves when everything posted is answered. */
  end: () => Promise<void>;
};

export function postSteadily(server: RunningServer): SteadyPost {
  const posted: Posted[] = [];
  const waiting: { until: number; done: () => void }[] = [];
  let isOver = false;

  const post = async () => {
    while (!isOver) {
      const order = randomUUID();
      const body = eventBody({ at: Date.now() - 1_000, order, number: null, year: null, table: null });
      const { status } = await server.post('kitchenStartCourse', body);
      posted.push({ order, status });
      for (const each of waiting) if (posted.length >= each.until) each.done();
    }
  };
  const posting = Promise.all(Array.from({ length: CONNECTIONS }, post));
  return {
    posted,
    more: (count) => new Promise((done) => waiting.push({ until: posted.length + count, done })),
    async end() {
      isOver = true;
      await posting;
    },
  };
}
