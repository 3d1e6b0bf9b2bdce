import { PRACTICE_ORDER_KEYS, type Practice, type PracticeEnd, TEST_ORDER_KEY } from '../../contract/live';
import type { PracticeSpeed, PracticeStatus } from '../../contract/practice';
import type { TestReport } from '../../contract/set-up';
import {
  isPracticeOver,
  type PracticeAction,
  type PracticeRules,
  type PracticeRun,
  type PracticeState,
  practiceAt,
  practiceState,
  practiceUntil,
  testStep,
} from '../../domain/practice';
import { serviceScript, TEST_SCRIPT } from '../../domain/practice-scripts';
import { toIso } from '../../domain/ticket';
import type { Language } from '../../lib/language';

/** A practice that runs, with what is needed to fold a tap on one of its tickets. */
export type RunningPractice = Pick<PracticeRun, 'branch' | 'posOffsetMs'> &
  PracticeState & { actions: readonly PracticeAction[]; rules: PracticeRules };

/** Test courses and practice services of all branches. They are in memory only: nothing about them is stored. */
export type Practices = {
  /** Begins a test course, unless something is practised in this branch. */
  beginTest: (branch: number) => void;
  /** Begins a practice service, in place of what is practised in this branch. */
  begin: (branch: number, wish: { speed: PracticeSpeed; language: Language; by: string | null }) => void;
  /** Ends a practice service. Returns whether one ran. */
  stop: (branch: number) => boolean;
  /** What the screens of a branch show of it now. */
  of: (branch: number) => Practice | null;
  /** Notes that a screen has drawn these tickets. */
  painted: (branch: number, screen: number, ticketIds: readonly string[]) => void;
  /** The last test course in a branch since the server started. */
  testReport: (branch: number) => TestReport | null;
  /** How many real courses wait for somebody, and the practice service until a minute after its end. */
  report: (branch: number) => Omit<PracticeStatus, 'serverTime'>;
  /** The practice with this order, while it runs. */
  withOrder: (orderKey: number) => RunningPractice | null;
  addAction: (branch: number, action: PracticeAction) => void;
  /** Calls back with the number of a branch whose screens must learn of a change at once. */
  onChange: (listener: (branch: number) => void) => () => void;
};

/** What a practice needs of the branch in which it runs. */
export type PracticePlace = {
  /** How far the clock of its POS is behind, in ms. */
  posOffsetMs: (branch: number) => number;
  /** When its POS last sent something, server time. */
  lastDeliveryAt: (branch: number) => number | null;
  /** How many real courses wait for somebody. */
  openCourses: (branch: number) => number;
  rules: (branch: number) => PracticeRules;
  /** Server time, epoch ms. */
  now: () => number;
};

type Service = PracticeRun & {
  kind: 'service';
  speed: PracticeSpeed;
  by: string | null;
  lastDeliveryAt: number | null;
  actions: PracticeAction[];
  ended: { why: PracticeEnd; at: number } | null;
};
type Test = PracticeRun & { seenOn: Set<number> };

/** How long screens say that a practice has ended. */
const END_SHOWN_MS = 60_000;
/** More orders than a script has. */
const KEYS_EACH = 100;
const RUNS = 9_999_999;
const NO_ACTIONS: PracticeAction[] = [];

export function createPractices(place: PracticePlace): Practices {
  const { now } = place;
  const services = new Map<number, Service>();
  /** The last one of each branch, with the ids of the screens that have drawn it. */
  const tests = new Map<number, Test>();
  const listeners = new Set<(branch: number) => void>();
  let begun = 0;

  const notify = (branch: number) => {
    for (const listener of listeners) listener(branch);
  };
  const stateOf = (service: Service) => practiceState(service, service.actions, now(), place.rules(service.branch));

  /** F28b: why a service is over, if it is. */
  function endOf(service: Service): PracticeEnd | null {
    const { branch, lastDeliveryAt } = service;
    if (place.lastDeliveryAt(branch) !== lastDeliveryAt || place.openCourses(branch) > 0) return 'real-work';
    return isPracticeOver(service, now()) || stateOf(service).left === 0 ? 'over' : null;
  }

  /** The service of a branch, ended if it is over; null a minute after that. */
  function serviceOf(branch: number): Service | null {
    const service = services.get(branch);
    if (!service) return null;
    const why = service.ended ? null : endOf(service);
    if (why) end(service, why);
    const { ended } = service;
    if (!ended || Math.abs(now() - ended.at) < END_SHOWN_MS) return service;
    services.delete(branch);
    return null;
  }

  function end(service: Service, why: PracticeEnd): void {
    service.ended = { why, at: why === 'over' ? Math.min(now(), practiceUntil(service)) : now() };
    service.actions = [];
  }

  function testOf(branch: number): Practice | null {
    const test = tests.get(branch);
    return test ? practiceAt(test, NO_ACTIONS, now(), place.rules(branch)) : null;
  }

  function of(branch: number): Practice | null {
    const service = serviceOf(branch);
    if (!service) return testOf(branch);
    const { ended } = service;
    if (!ended) return practiceAt(service, service.actions, now(), place.rules(branch));
    return testOf(branch) ?? endedPractice(service, ended.why);
  }

  const isRunning = (branch: number) => serviceOf(branch)?.ended === null;

  return {
    beginTest(branch) {
      if (isRunning(branch) || testOf(branch)) return;
      const run = { ...runOf('test', branch), script: TEST_SCRIPT, speed: 1, firstKey: TEST_ORDER_KEY };
      tests.set(branch, { ...run, seenOn: new Set() });
      notify(branch);
    },
    begin(branch, { speed, language, by }) {
      begun = (begun + 1) % RUNS;
      tests.delete(branch);
      services.set(branch, {
        ...runOf('service', branch),
        ...{ script: serviceScript(language), speed, firstKey: PRACTICE_ORDER_KEYS + begun * KEYS_EACH },
        ...{ by, lastDeliveryAt: place.lastDeliveryAt(branch), actions: [], ended: null },
      });
      notify(branch);
    },
    stop(branch) {
      const service = serviceOf(branch);
      if (!service || service.ended) return false;
      end(service, 'stopped');
      notify(branch);
      return true;
    },
    of,
    painted(branch, screen, ticketIds) {
      if (testOf(branch)?.tickets.some(({ id }) => ticketIds.includes(id))) tests.get(branch)?.seenOn.add(screen);
    },
    testReport(branch) {
      const test = tests.get(branch);
      return test ? { step: testStep(test, now()), seenOn: [...test.seenOn] } : null;
    },
    report(branch) {
      const openCourses = place.openCourses(branch);
      const service = serviceOf(branch);
      if (!service) return { openCourses, practice: null };
      const { beganAt, speed, by, ended } = service;
      const times = { startedAt: toIso(beganAt), until: toIso(practiceUntil(service)), speed, by };
      const left = ended ? 0 : stateOf(service).left;
      return { openCourses, practice: { ...times, ended: ended?.why ?? null, left } };
    },
    withOrder(orderKey) {
      if (orderKey < PRACTICE_ORDER_KEYS) return null;
      const isOf = ({ firstKey }: Service) => firstKey <= orderKey && orderKey < firstKey + KEYS_EACH;
      const found = [...services.values()].find(isOf);
      if (!found || !isRunning(found.branch)) return null;
      const { branch, posOffsetMs, actions } = found;
      return { branch, posOffsetMs, actions, rules: place.rules(branch), ...stateOf(found) };
    },
    addAction(branch, action) {
      services.get(branch)?.actions.push(action);
      notify(branch);
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };

  function runOf<Kind extends Practice['kind']>(kind: Kind, branch: number) {
    return { kind, branch, beganAt: now(), posOffsetMs: place.posOffsetMs(branch) };
  }
}

function endedPractice(service: Service, ended: PracticeEnd): Practice {
  return { kind: 'service', until: toIso(practiceUntil(service)), ended, tickets: [], tables: [] };
}
