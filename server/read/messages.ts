import type { courseStory } from './course-story';
import type { deliveryOf, listDeliveries } from './deliveries';
import type { eveningOf } from './evening';
import type { countForHealth } from './findings';
import type { countCourses, courseRows } from './history';
import type { readHunger } from './hunger';
import type { readOffice } from './office';
import type { readOverview } from './overview';
import type { readScreen } from './screen';
import type { tableEvenings } from './table-evenings';

/** What the reader's thread answers, by name. */
export type Queries = {
  courses: typeof courseRows;
  courseCount: typeof countCourses;
  course: typeof courseStory;
  tableEvenings: typeof tableEvenings;
  evening: typeof eveningOf;
  deliveries: typeof listDeliveries;
  delivery: typeof deliveryOf;
  overview: typeof readOverview;
  screen: typeof readScreen;
  findings: typeof countForHealth;
  hunger: typeof readHunger;
  office: typeof readOffice;
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
  close: () => Promise<void>;
};
