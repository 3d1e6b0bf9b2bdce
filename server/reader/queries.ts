import type { countDeliveries } from '../deliveries/delivery-counts';
import type { listGaps } from '../deliveries/gaps';
import type { listDeliveries } from '../deliveries/list-deliveries';
import type { listedDelivery } from '../deliveries/listed-delivery';
import type { deliveryOf } from '../deliveries/stored-deliveries';
import type { courseStory } from '../history/course-story';
import type { eveningOf } from '../history/evening';
import type { countHistory, historyPage } from '../history/history-page';
import type { readUsualWaits } from '../history/usual-wait';
import type { listVisits } from '../history/visits';
import type { dataQualityOf, posAgainstUs } from '../reports/data-quality';
import type { distributionOf } from '../reports/distribution';
import type { heatOf } from '../reports/heat';
import type { readAhead } from '../reports/read-ahead';
import type { summarize } from '../reports/summary';
import type { targetsOf } from '../reports/targets';
import type { countForHealth } from './findings';
import type { readManagerBranches } from './manager-branches';
import type { readOverview } from './overview';
import type { readScreen } from './screen';
import type { readSettings } from './settings';
import type { readSubscriptions } from './subscriptions';

/** What the reader's thread answers, by name. */
export type Queries = {
  courseCount: typeof countHistory;
  course: typeof courseStory;
  listVisits: typeof listVisits;
  courses: typeof historyPage;
  evening: typeof eveningOf;
  deliveries: typeof listDeliveries;
  gaps: typeof listGaps;
  listedDelivery: typeof listedDelivery;
  deliveryCounts: typeof countDeliveries;
  delivery: typeof deliveryOf;
  subscriptions: typeof readSubscriptions;
  overview: typeof readOverview;
  screen: typeof readScreen;
  settings: typeof readSettings;
  findings: typeof countForHealth;
  usualWaits: typeof readUsualWaits;
  managerBranches: typeof readManagerBranches;
  summary: typeof summarize;
  distribution: typeof distributionOf;
  heat: typeof heatOf;
  targets: typeof targetsOf;
  dataQuality: typeof dataQualityOf;
  posAgainstUs: typeof posAgainstUs;
  readAhead: typeof readAhead;
};

export type QueryName = keyof Queries;

/** Arguments of a query, less the database that the thread brings. */
export type QueryArgument<Name extends QueryName> = Parameters<Queries[Name]>[1];
export type QueryResult<Name extends QueryName> = Awaited<ReturnType<Queries[Name]>>;

export type Request = { id: number; name: QueryName; argument: unknown };
export type Response = { id: number; result: unknown } | { id: number; error: string };

/** The server's way to the thread that reads. */
export type Reader = {
  /** @throws Error when the query fails or the reader is closed */
  read: <Name extends QueryName>(name: Name, argument: QueryArgument<Name>) => Promise<QueryResult<Name>>;
  state: () => ReaderState;
  close: () => Promise<void>;
};

export type ReaderState = {
  /** Questions that are not answered yet. */
  waiting: number;
  /** How long the oldest of them has waited, in ms; 0 where none does. */
  longestWaitMs: number;
  answered: number;
  /** Answered with an error, or not at all because the thread ended. */
  failed: number;
  /** How long the thread has worked since it began, in ms; one that was replaced begins anew. */
  busyMs: number;
};
