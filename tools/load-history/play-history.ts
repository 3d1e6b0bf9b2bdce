import { groupBy } from '../../lib/group';
import { createRandom } from '../pos-simulator/random';
import type { TruthCourse } from '../pos-simulator/service';
import { type HistoryWanted, planServices } from './plan-services';
import { type PastDelivery, playService } from './play-service';
import type { Books } from './seat-orders';

/** A business day of all branches. */
export type PlayedDay = {
  day: string;
  /** In order of receipt, the branches mixed as they came. */
  deliveries: PastDelivery[];
  courses: number;
  truth: () => TruthCourse[];
};

/** A history day by day; the next day is made when it is asked for. The same wish gives the same history. */
export function* playHistory(wanted: HistoryWanted): Generator<PlayedDay> {
  // One sequence for all of it: sequences of several seeds are parts of one another, and would meet in years of them.
  const random = createRandom(wanted.seed);
  const books = new Map<number, Books>();
  for (const [day, services] of groupBy(planServices(wanted), (service) => service.day)) {
    const played = services.map((service) => {
      const own = books.get(service.branch) ?? { year: 0, tableOrders: 0, counterOrders: 0, events: 0 };
      books.set(service.branch, own);
      return playService(service, own, wanted.seed, random);
    });
    yield {
      day,
      deliveries: played.flatMap(({ deliveries }) => deliveries).sort((a, b) => a.receivedAt - b.receivedAt),
      courses: played.reduce((sum, { courses }) => sum + courses, 0),
      truth: () => played.flatMap(({ truth }) => truth()),
    };
  }
}
