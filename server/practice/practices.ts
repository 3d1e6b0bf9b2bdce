import type { Practice, PracticeEnd } from '../../contract/live';
import type { PracticeSpeed, PracticeStatus } from '../../contract/practice';
import type { TestReport } from '../../contract/set-up';
import {
  type PracticeAction,
  type PracticeRules,
  type PracticeRun,
  type PracticeState,
  practiceAt,
  practiceUntil,
} from '../../domain/practice';
import { toIso } from '../../domain/ticket';
import type { Language } from '../../lib/language';
import type { PracticePlace } from './practice-place';
import { createPracticeServices, type PracticeService } from './practice-services';
import { createTestCourses } from './test-courses';

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

export function createPractices(place: PracticePlace): Practices {
  const services = createPracticeServices(place);
  const tests = createTestCourses(place);
  const listeners = new Set<(branch: number) => void>();

  const notify = (branch: number) => {
    for (const listener of listeners) listener(branch);
  };

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
      if (!ended) return practiceAt(service, service.actions, place.now(), place.rules(branch));
      return tests.of(branch) ?? endedPractice(service, ended.why);
    },
    painted: tests.painted,
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
      services.of(branch)?.actions.push(action);
      notify(branch);
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function endedPractice(service: PracticeService, ended: PracticeEnd): Practice {
  return { kind: 'service', until: toIso(practiceUntil(service)), ended, tickets: [], tables: [] };
}
