import type { countDeliveries, listGaps } from '../deliveries/delivery-counts';
import type { listDeliveries, listedDelivery, storedDeliveries } from '../deliveries/list-deliveries';
import type { courseDetails } from '../history/course-details';
import type { countHistory, historyPage, recentCourses } from '../history/list-courses';
import type { readUsualWaits } from '../history/usual-wait';
import type { listVisits, tableDayOf } from '../history/visits';
import type { readServes } from '../reports/quality';
import type { readReport } from '../reports/report';
import type { summarize } from '../reports/summary';
import type { Source } from '../sql/statements';
import type { readAudit, readAuditNames } from './audit';
import type { coursesCsv, summaryCsv } from './csv';
import type { findErasableOrders, findGuests, findLooseDeliveries, findLooseWithText } from './erasable';
import type { checkIntegrity, countForHealth } from './findings';
import type { readManagerBranches, readOverview, readScreen, readSecondFactor, readSubscriptions } from './pages';
import type { ReplicaState } from './replica';
import type { readSettings } from './settings';

/** The queries that the reader thread answers, by name. */
export type Queries = {
  courseCount: typeof countHistory;
  course: typeof courseDetails;
  listVisits: typeof listVisits;
  courses: typeof historyPage;
  recentCourses: typeof recentCourses;
  coursesCsv: typeof coursesCsv;
  tableDay: typeof tableDayOf;
  deliveries: typeof listDeliveries;
  gaps: typeof listGaps;
  listedDelivery: typeof listedDelivery;
  deliveryCounts: typeof countDeliveries;
  delivery: typeof storedDeliveries;
  subscriptions: typeof readSubscriptions;
  overview: typeof readOverview;
  screen: typeof readScreen;
  secondFactor: typeof readSecondFactor;
  settings: typeof readSettings;
  audit: typeof readAudit;
  auditNames: typeof readAuditNames;
  findings: typeof countForHealth;
  integrity: typeof checkIntegrity;
  usualWaits: typeof readUsualWaits;
  managerBranches: typeof readManagerBranches;
  summary: typeof summarize;
  summaryCsv: typeof summaryCsv;
  serves: typeof readServes;
  report: typeof readReport;
  /** Null without a replica. */
  replica: (from: Source, _: null) => Promise<ReplicaState | null>;
  checkpoint: (from: Source, _: null) => Promise<unknown>;
  erasableOrders: typeof findErasableOrders;
  guests: typeof findGuests;
  looseWithText: typeof findLooseWithText;
  looseDeliveries: typeof findLooseDeliveries;
  /** Resolves to whether nothing is left in the log. */
  emptyLog: (from: Source, _: null) => Promise<boolean>;
};

export type QueryName = keyof Queries;

/** The argument of a query. The thread adds the database. */
export type QueryArgument<Name extends QueryName> = Parameters<Queries[Name]>[1];
export type QueryResult<Name extends QueryName> = Awaited<ReturnType<Queries[Name]>>;

/** A request to the reader thread. */
export type Query = { name: QueryName; argument: unknown };

export type Reader = {
  /** @throws Error when the query fails or the reader is closed */
  read: <Name extends QueryName>(name: Name, argument: QueryArgument<Name>) => Promise<QueryResult<Name>>;
  state: () => ReaderState;
  close: () => Promise<void>;
};

type ReaderState = {
  /** Number of unanswered queries. */
  waiting: number;
  /** Waiting time of the oldest unanswered query in ms; 0 without one. */
  longestWaitMs: number;
  answered: number;
  /** Queries that failed, or that were lost because the thread ended. */
  failed: number;
  /** Time in ms that the current thread has been busy. A replaced thread starts at 0. */
  busyMs: number;
};
