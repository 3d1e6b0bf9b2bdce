/** Writes a line to the standard output. */
export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Returns a function that prints the violations that a rig has found since the last call. */
export function violationPrinter(): (violations: readonly string[]) => void {
  let printed = 0;
  return (violations) => {
    for (const problem of violations.slice(printed)) print(`  violation: ${problem}`);
    printed = violations.length;
  };
}

const PASSED = 'passed';

/** Whether a rig passed, as text: one whose number of checks is 0 has not. */
export function verdictOf(violations: readonly string[], seed: number, checks: number): string {
  if (violations.length > 0) return `failed: ${violations.length} violations, seed ${seed}`;
  return checks > 0 ? PASSED : `failed: nothing was checked, seed ${seed}`;
}

/** Prints the verdict, and sets the exit code of the process. */
export function printVerdict(...found: Parameters<typeof verdictOf>): void {
  const verdict = verdictOf(...found);
  print(verdict);
  process.exitCode = verdict === PASSED ? 0 : 1;
}
