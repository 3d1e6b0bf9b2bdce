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

/** Prints whether a rig passed, and sets the exit code of the process. */
export function printVerdict(violations: readonly string[], seed: number): void {
  const hasPassed = violations.length === 0;
  print(hasPassed ? 'passed' : `failed: ${violations.length} violations, seed ${seed}`);
  process.exitCode = hasPassed ? 0 : 1;
}
