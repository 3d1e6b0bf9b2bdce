/** What a scenario finds out: figures to print, and what is not as promised. */
export type Findings = {
  figure: (name: string, value: string | number) => void;
  /** Notes a broken promise when the condition does not hold. */
  expect: (holds: boolean, otherwise: string) => void;
  /** Puts something right again at the end, whatever happens in between; the last one first. */
  afterwards: (cleanUp: () => unknown) => void;
  seed: number;
};

export type Scenario = { name: string; title: string; run: (findings: Findings) => Promise<void> };

type CleanUps = (() => unknown)[];

/** Clean-ups of the scenario that runs: an interrupted run leaves no mount and no immutable file behind either. */
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
