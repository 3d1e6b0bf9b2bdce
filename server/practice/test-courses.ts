import { type Practice, TEST_ORDER_KEY } from '../../contract/live';
import type { TestReport } from '../../contract/set-up';
import { isPracticeOver, type PracticeRun, practiceAt, testStep } from '../../domain/practice';
import { TEST_SCRIPT } from '../../domain/practice-scripts';
import type { Begun, PracticeNodes } from './practice-nodes';
import type { PracticePlace } from './practice-place';

/** A test course as nodes send it to each other. `seenOn`: the ids of the screens that have drawn it. */
export type SharedTest = Pick<PracticeRun, 'branch' | 'beganAt' | 'posOffsetMs'> &
  Begun & { kind: 'test'; seenOn: number[] };

/** The last test course of each branch since the server started. */
export type TestCourses = {
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

export function createTestCourses({ now, posOffsetMs, rules }: PracticePlace, nodes: PracticeNodes): TestCourses {
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
