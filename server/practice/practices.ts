import { type PracticeEnd, type PracticeSpeed, TEST_ORDER_KEY } from '../../contract/constants';
import type { Practice } from '../../contract/live';
import type { PracticeStatus, TestReport } from '../../contract/set-up';
import { toIso } from '../../domain/fact';
import {
  isPracticeOver,
  type PracticeAction,
  type PracticeRules,
  type PracticeRun,
  type PracticeState,
  practiceAt,
  practiceUntil,
  testStep,
} from '../../domain/practice';
import { TEST_SCRIPT } from '../../domain/practice-scripts';
import type { Language } from '../../lib/language';
import type { Begun, PracticeNodes, PracticePlace } from './practice-nodes';
import { createPracticeServices, type PracticeService, type SharedService } from './practice-services';

/** A test course as nodes send it to each other. `seenOn`: the ids of the screens that have drawn it. */
type SharedTest = Pick<PracticeRun, 'branch' | 'beganAt' | 'posOffsetMs'> & Begun & { kind: 'test'; seenOn: number[] };

/** The last test course of each branch since the server started. */
type TestCourses = {
  begin: (branch: number) => void;
  /** What screens show of a running test course; null once it is over. */
  of: (branch: number) => Practice | null;
  /** Notes that a screen has drawn these tickets. Returns whether it is the first to say so. */
  painted: (branch: number, screen: number, ticketIds: readonly string[]) => boolean;
  report: (branch: number) => TestReport | null;
  /** The running ones, for other nodes. */
  shared: () => SharedTest[];
  /** Takes over what another node has of a test course. Returns whether anything is new here. */
  merge: (theirs: SharedTest) => boolean;
  /** Whether another node lacks something of what was merged with its own. */
  isBehind: (theirs: SharedTest) => boolean;
  forget: (branch: number) => void;
};

/** What is practised in a branch, as nodes send it to each other. */
export type SharedPractice = SharedTest | SharedService;

/** A practice that runs, with what is needed to fold a tap on one of its tickets. */
type RunningPractice = Pick<PracticeRun, 'branch' | 'posOffsetMs'> &
  PracticeState & { actions: readonly PracticeAction[]; rules: PracticeRules };

/** Test courses and practice services of all branches and nodes. They are in memory only: nothing about them is stored. */
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
  /** Returns the state after the action, also if that ends the practice; null if none runs. */
  addAction: (branch: number, action: PracticeAction) => PracticeState | null;
  /** Calls back with a branch whose screens must learn of a change at once, and whether it was made on this node. */
  onChange: (listener: PracticeListener) => () => void;
  /** What is practised in a branch, for other nodes. */
  shared: (branch: number) => SharedPractice[];
  /** What began on this node. It has to be sent every few seconds: other nodes end it when this one is silent. */
  sharedOfNode: () => SharedPractice[];
  /** Takes over what another node has sent. */
  receive: (node: number, practices: readonly SharedPractice[]) => void;
};

type PracticeListener = (branch: number, isOwn: boolean) => void;

export function createPractices(place: PracticePlace, nodes: PracticeNodes): Practices {
  const services = createPracticeServices(place, nodes);
  const tests = createTestCourses(place, nodes);
  const listeners = new Set<PracticeListener>();

  const notify = (branch: number, isOwn = true) => {
    for (const listener of listeners) listener(branch, isOwn);
  };
  const shared = () => [...services.shared(), ...tests.shared()];

  const isBehind = (practice: SharedPractice) =>
    practice.kind === 'test' ? tests.isBehind(practice) : services.isBehind(practice);

  /** Returns whether anything is new here. */
  function merge(practice: SharedPractice): boolean {
    if (practice.kind === 'test') return tests.merge(practice);
    const isNews = services.merge(practice);
    if (isNews && practice.ended === null) tests.forget(practice.branch);
    return isNews;
  }

  return {
    beginTest(branch) {
      if (services.of(branch)?.ended === null || tests.of(branch)) return;
      tests.begin(branch);
      notify(branch);
    },
    begin(branch, wish) {
      tests.forget(branch);
      services.begin(branch, wish);
      notify(branch);
    },
    stop(branch) {
      const service = services.of(branch);
      if (!service || service.ended) return false;
      services.end(service, 'stopped');
      notify(branch);
      return true;
    },
    of(branch) {
      const service = services.of(branch);
      if (!service) return tests.of(branch);
      const { ended } = service;
      if (!ended) return practiceAt(service, service.actions, nodes.nowOf(service), place.rules(branch));
      return tests.of(branch) ?? endedPractice(service, ended.why);
    },
    painted(branch, screen, ticketIds) {
      if (tests.painted(branch, screen, ticketIds)) notify(branch);
    },
    testReport: tests.report,
    report(branch) {
      const openCourses = place.openCourses(branch);
      const service = services.of(branch);
      if (!service) return { openCourses, practice: null };
      const { beganAt, speed, by, ended } = service;
      const times = { startedAt: toIso(beganAt), until: toIso(practiceUntil(service)), speed, by };
      const left = ended ? 0 : services.stateOf(service).left;
      return { openCourses, practice: { ...times, ended: ended?.why ?? null, left } };
    },
    withOrder(orderKey) {
      const found = services.withOrder(orderKey);
      if (!found) return null;
      const { branch, posOffsetMs, actions } = found;
      return { branch, posOffsetMs, actions, rules: place.rules(branch), ...services.stateOf(found) };
    },
    addAction(branch, action) {
      const service = services.of(branch);
      if (!service || service.ended) return null;
      service.actions.push(action);
      const state = services.stateOf(service);
      notify(branch);
      return state;
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    shared: (branch) => shared().filter((practice) => practice.branch === branch),
    sharedOfNode: () => shared().filter(({ node }) => node === nodes.own),
    receive(node, practices) {
      nodes.receivedFrom(node);
      for (const practice of practices) {
        if (merge(practice)) notify(practice.branch, false);
        // A message to it was lost.
        if (isBehind(practice)) notify(practice.branch);
      }
    },
  };
}

function endedPractice(service: PracticeService, ended: PracticeEnd): Practice {
  return { kind: 'service', until: toIso(practiceUntil(service)), ended, tickets: [], tables: [] };
}

function createTestCourses({ now, posOffsetMs, rules }: PracticePlace, nodes: PracticeNodes): TestCourses {
  const tests = new Map<number, SharedTest>();

  const runOf = (test: SharedTest): PracticeRun => ({
    ...test,
    ...{ script: TEST_SCRIPT, speed: 1, firstKey: TEST_ORDER_KEY },
  });
  const isOver = (test: SharedTest) => nodes.isGone(test) || isPracticeOver(runOf(test), nodes.nowOf(test));

  function of(branch: number): Practice | null {
    const test = tests.get(branch);
    return test && !nodes.isGone(test) ? practiceAt(runOf(test), [], nodes.nowOf(test), rules(branch)) : null;
  }

  return {
    begin(branch) {
      const times = { beganAt: now(), posOffsetMs: posOffsetMs(branch) };
      tests.set(branch, { kind: 'test', branch, node: nodes.own, ...times, seenOn: [] });
    },
    of,
    painted(branch, screen, ticketIds) {
      const test = tests.get(branch);
      if (!test || test.seenOn.includes(screen)) return false;
      if (!of(branch)?.tickets.some(({ id }) => ticketIds.includes(id))) return false;
      test.seenOn.push(screen);
      return true;
    },
    report(branch) {
      const test = tests.get(branch);
      if (!test) return null;
      return { step: nodes.isGone(test) ? 'gone' : testStep(runOf(test), nodes.nowOf(test)), seenOn: test.seenOn };
    },
    shared: () => [...tests.values()].filter((test) => !isOver(test)),
    merge(theirs) {
      const ours = tests.get(theirs.branch);
      if (!ours || !isSame(ours, theirs)) {
        if (ours && !isOver(ours) && ours.beganAt > theirs.beganAt) return false;
        tests.set(theirs.branch, theirs);
        return true;
      }
      const news = theirs.seenOn.filter((screen) => !ours.seenOn.includes(screen));
      ours.seenOn.push(...news);
      return news.length > 0;
    },
    isBehind(theirs) {
      const ours = tests.get(theirs.branch);
      return ours !== undefined && (!isSame(ours, theirs) || ours.seenOn.length > theirs.seenOn.length);
    },
    forget: (branch) => void tests.delete(branch),
  };
}

function isSame(a: SharedTest, b: SharedTest): boolean {
  return a.node === b.node && a.beganAt === b.beganAt;
}
