import { errorMessage } from '../../lib/error-message';
import { print } from '../harness/print';

/** What a scenario reports: figures to print, and violations. */
export type Findings = {
  figure: (name: string, value: string | number) => void;
  /** Records a violation if the condition is false. */
  expect: (condition: boolean, violation: string) => void;
  /** Registers a clean-up for the end of the scenario, also after a failure. The last one runs first. */
  onEnd: (cleanUp: () => unknown) => void;
  seed: number;
};

export type Scenario = { name: string; title: string; run: (findings: Findings) => Promise<void> };

type CleanUps = (() => unknown)[];

/** Clean-ups of the current scenario. They also run after a signal, so that no mount or immutable file remains. */
const pending: CleanUps = [];

/** Runs the clean-ups that are pending, the last one first. One that fails is printed, and the others still run. */
export async function cleanUp(): Promise<void> {
  for (let next = pending.pop(); next; next = pending.pop()) {
    try {
      await next();
    } catch (error) {
      print(`  clean-up failed: ${String(error)}`);
    }
  }
}

/** Runs a scenario and prints its figures and violations. Resolves to whether it passed. */
export async function runScenario({ name, title, run }: Scenario, seed: number): Promise<boolean> {
  print(`\n${name}: ${title}`);
  const violations: string[] = [];
  const findings: Findings = {
    figure: (what, value) => print(`  ${what}: ${typeof value === 'number' ? rounded(value) : value}`),
    expect(condition, violation) {
      if (!condition) violations.push(violation);
    },
    onEnd: (undo) => void pending.push(undo),
    seed,
  };
  const startedAt = performance.now();
  try {
    await run(findings);
  } catch (error) {
    violations.push(errorMessage(error));
  }
  await cleanUp();
  for (const violation of violations) print(`  violation: ${violation}`);
  print(`  ${violations.length === 0 ? 'passed' : 'failed'} in ${rounded((performance.now() - startedAt) / 1_000)} s`);
  return violations.length === 0;
}

function rounded(value: number): string {
  return String(Math.round(value * 100) / 100);
}
