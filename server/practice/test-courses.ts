import { type Practice, TEST_ORDER_KEY } from '../../contract/live';
import type { TestReport } from '../../contract/set-up';
import { type PracticeRun, practiceAt, testStep } from '../../domain/practice';
import { TEST_SCRIPT } from '../../domain/practice-scripts';
import type { PracticePlace } from './practice-place';

/** The last test course of each branch since the server started. */
export type TestCourses = {
  begin: (branch: number) => void;
  /** What screens show of a running test course; null once it is over. */
  of: (branch: number) => Practice | null;
  /** Notes that a screen has drawn these tickets. */
  painted: (branch: number, screen: number, ticketIds: readonly string[]) => void;
  report: (branch: number) => TestReport | null;
  forget: (branch: number) => void;
};

/** `seenOn`: the ids of the screens that have drawn it. */
type Test = PracticeRun & { seenOn: Set<number> };

export function createTestCourses({ now, posOffsetMs, rules }: PracticePlace): TestCourses {
  const tests = new Map<number, Test>();

  function of(branch: number): Practice | null {
    const test = tests.get(branch);
    return test ? practiceAt(test, [], now(), rules(branch)) : null;
  }

  return {
    begin(branch) {
      const times = { beganAt: now(), posOffsetMs: posOffsetMs(branch) };
      const script = { script: TEST_SCRIPT, speed: 1, firstKey: TEST_ORDER_KEY };
      tests.set(branch, { kind: 'test', branch, ...times, ...script, seenOn: new Set() });
    },
    of,
    painted(branch, screen, ticketIds) {
      if (of(branch)?.tickets.some(({ id }) => ticketIds.includes(id))) tests.get(branch)?.seenOn.add(screen);
    },
    report(branch) {
      const test = tests.get(branch);
      return test ? { step: testStep(test, now()), seenOn: [...test.seenOn] } : null;
    },
    forget: (branch) => void tests.delete(branch),
  };
}
