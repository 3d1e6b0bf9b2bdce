/** Findings of a scenario: figures to print, and broken promises. */
export type Findings = {
  figure: (name: string, value: string | number) => void;
  /** Records a broken promise if the condition is false. */
  expect: (holds: boolean, otherwise: string) => void;
  /** Registers a clean-up for the end of the scenario, in any case; the last one runs first. */
  afterwards: (cleanUp: () => unknown) => void;
  seed: number;
};

export type Scenario = { name: string; title: string; run: (findings: Findings) => Promise<void> };

type CleanUps = (() => unknown)[];

/**
 * Clean-ups of the current scenario, which also run after an interrupt, so that no mount and no immutable file remains.
 */
const pending: CleanUps = [];

export async function cleanUp(print: (line: string) => void): Promise<void> {
  for (let next = pending.pop(); next; next = pending.pop()) {
    try {
      await next();
    } catch (error) {
      print(`  could not be cleaned up: ${String(error)}`);
    }
  }
}

/** Runs a scenario and prints what it found. Resolves to whether every promise was kept. */
export async function runScenario(
  { name, title, run }: Scenario,
  seed: number,
  print: (line: string) => void,
): Promise<boolean> {
  print(`\n${name}: ${title}`);
  const broken: string[] = [];
  const findings: Findings = {
    figure: (what, value) => print(`  ${what}: ${typeof value === 'number' ? rounded(value) : value}`),
    expect(holds, otherwise) {
      if (!holds) broken.push(otherwise);
    },
    afterwards: (undo) => void pending.push(undo),
    seed,
  };
  const startedAt = performance.now();
  try {
    await run(findings);
  } catch (error) {
    broken.push(error instanceof Error ? error.message : String(error));
  }
  await cleanUp(print);
  for (const promise of broken) print(`  broken: ${promise}`);
  print(`  ${broken.length === 0 ? 'passed' : 'failed'} in ${rounded((performance.now() - startedAt) / 1_000)} s`);
  return broken.length === 0;
}

function rounded(value: number): string {
  return String(Math.round(value * 100) / 100);
}
