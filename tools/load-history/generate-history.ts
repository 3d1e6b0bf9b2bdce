import { groupBy } from '../../lib/group';
import { createRandom } from '../pos-simulator/random';
import type { TruthCourse } from '../pos-simulator/service';
import { generatePastService, type PastDelivery } from './generate-past-service';
import { type HistoryOptions, planServices } from './plan-services';
import type { OrderCounters } from './seat-orders';

/** A business day of all branches. */
export type GeneratedDay = {
  day: string;
  /** Of all branches, in order of receipt. */
  deliveries: PastDelivery[];
  courses: number;
  truth: () => TruthCourse[];
};

/** Generates a history lazily, day by day. The same options produce the same history. */
export function* generateHistory(options: HistoryOptions): Generator<GeneratedDay> {
  // One random sequence for all: sequences of several seeds are parts of one another, and would overlap.
  const random = createRandom(options.seed);
  const counters = new Map<number, OrderCounters>();
  for (const [day, services] of groupBy(planServices(options), (service) => service.day)) {
    const generated = services.map((service) => {
      const ofBranch = counters.get(service.branch) ?? { year: 0, tableOrders: 0, counterOrders: 0, events: 0 };
      counters.set(service.branch, ofBranch);
      return generatePastService(service, ofBranch, options.seed, random);
    });
    yield {
      day,
      deliveries: generated.flatMap(({ deliveries }) => deliveries).sort((a, b) => a.receivedAt - b.receivedAt),
      courses: generated.reduce((sum, { courses }) => sum + courses, 0),
      truth: () => generated.flatMap(({ truth }) => truth()),
    };
  }
}
