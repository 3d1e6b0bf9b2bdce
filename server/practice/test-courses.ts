import type { Practice } from '../../contract/live';
import type { TestReport } from '../../contract/set-up';
import { type TestRun, testCourse, testStep } from '../../domain/test-course';

/** The test courses of all branches. They are in memory only: nothing about them is stored. */
export type TestCourses = {
  /** Begins a test course, unless one runs in this branch. */
  begin: (branch: number) => void;
  /** What the screens of a branch show of it now. */
  of: (branch: number) => Practice | null;
  /** Notes that a screen has drawn these tickets. */
  painted: (branch: number, screen: number, ticketIds: readonly string[]) => void;
  /** The last one in a branch since the server started. */
  report: (branch: number) => TestReport | null;
};

type Deps = {
  /** How far the clock of a branch's POS is behind, in ms. */
  posOffsetMs: (branch: number) => number;
  /** Server time, epoch ms. */
  now: () => number;
};

export function createTestCourses({ posOffsetMs, now }: Deps): TestCourses {
  /** The last one of each branch, with the ids of the screens that have drawn it. */
  const runs = new Map<number, TestRun & { seenOn: Set<number> }>();
  const of = (branch: number) => {
    const run = runs.get(branch);
    return run ? testCourse(run, now()) : null;
  };
  return {
    begin(branch) {
      if (of(branch)) return;
      runs.set(branch, { branch, beganAt: now(), posOffsetMs: posOffsetMs(branch), seenOn: new Set() });
    },
    of,
    painted(branch, screen, ticketIds) {
      if (of(branch)?.tickets.some(({ id }) => ticketIds.includes(id))) runs.get(branch)?.seenOn.add(screen);
    },
    report(branch) {
      const run = runs.get(branch);
      return run ? { step: testStep(run, now()), seenOn: [...run.seenOn] } : null;
    },
  };
}
