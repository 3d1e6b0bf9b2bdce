import type { CountedRefusal, DeliveryOutcome, ParsedCourse, SubscriptionList } from './deliveries';
import type { InstantText } from './live';
import type { FleetScreen } from './screens';

// The first set-up, as the page for owners sees it.

/** How far a test course is; `gone`: no screen shows it any more. */
export const TEST_STEPS = ['cooking', 'ready', 'served', 'gone'] as const;
export type TestStep = (typeof TEST_STEPS)[number];

/** The last test course of a branch since the server started. */
export type TestReport = {
  step: TestStep;
  /** The ids of the screens that have drawn it. */
  seenOn: number[];
};

export type SetUpBranch = {
  number: number;
  name: string | null;
  timeZone: string;
  /** When its business day begins, such as `04:00`. */
  cutOff: string;
  lastDeliveryAt: InstantText | null;
  test: TestReport | null;
};

/** The newest delivery, without names of guests. */
export type NewestDelivery = {
  receivedAt: InstantText;
  outcome: DeliveryOutcome;
  branch: number | null;
  event: string;
  table: { number: string; subNumber: string } | null;
  ticketNumber: number | null;
  course: ParsedCourse['course'] | null;
};

/** The reply of GET /api/v1/setup. */
export type SetUp = {
  serverTime: InstantText;
  /** By number. */
  branches: SetUpBranch[];
  subscriptions: SubscriptionList;
  newest: NewestDelivery | null;
  /** Since the server started, newest first. */
  refusals: CountedRefusal[];
  screens: FleetScreen[];
};
