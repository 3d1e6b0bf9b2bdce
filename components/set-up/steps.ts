import type { SetUp, SetUpBranch } from '../../contract/set-up';

/** The address of the page. */
export const SET_UP = '/manager/setup';

/** In the order in which they are shown. */
export const STEPS = ['language', 'branch', 'pos', 'screen', 'test', 'practice'] as const;
export type Step = (typeof STEPS)[number];

/** A test course, or a practice, can begin at any time, so the set-up does not wait for one. */
const NEEDED = ['branch', 'pos', 'screen'] as const;

export function isDone({ branches, screens }: SetUp, step: Step): boolean {
  switch (step) {
    case 'language':
      return true;
    case 'branch':
      return branches.length > 0 && unnamedBranch({ branches }) === null;
    case 'pos':
      return branches.some(({ lastDeliveryAt }) => lastDeliveryAt !== null);
    case 'screen':
      return screens.some(({ view, lastSeenAt }) => view !== 'api' && lastSeenAt !== null);
    case 'test':
      return branches.some(({ test }) => test !== null && test.step === 'gone' && test.seenOn.length > 0);
    case 'practice':
      return false;
  }
}

/** The steps that the set-up still needs. */
export function openSteps(setUp: SetUp): Step[] {
  return NEEDED.filter((step) => !isDone(setUp, step));
}

/** The step to do now. */
export function currentStep(setUp: SetUp): Step {
  return openSteps(setUp)[0] ?? 'test';
}

/** The step to do after another: one that is needed still, else the test course. */
export function stepAfter(setUp: SetUp, step: Step): Step {
  return openSteps(setUp).find((each) => STEPS.indexOf(each) > STEPS.indexOf(step)) ?? 'test';
}

/** A step that was opened by hand, and whether it was done then. */
export type Chosen = { step: Step; wasDone: boolean };

/** The step that is shown: the chosen one until it becomes done, then the one after it. */
export function shownStep(setUp: SetUp, chosen: Chosen | null): Step {
  if (chosen === null) return currentStep(setUp);
  const { step, wasDone } = chosen;
  return wasDone || !isDone(setUp, step) ? step : stepAfter(setUp, step);
}

/** A branch without a name: one that the POS made by its first delivery, perhaps. Null if all have one. */
export function unnamedBranch({ branches }: Pick<SetUp, 'branches'>): SetUpBranch | null {
  return branches.find(({ name }) => name === null) ?? null;
}
