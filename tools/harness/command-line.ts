import os from 'node:os';
import { wholeFrom } from '../pos-simulator/option-values';

/** A seed, or a limit that may be 0. @throws InvalidArgumentError */
export const wholeNumber = wholeFrom(0);

/** A count: of 0 requests, kills or screens a rig would pass without a check. @throws InvalidArgumentError */
export const positiveNumber = wholeFrom(1);

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;
/** A Ctrl-C may arrive twice: from the terminal, and from npm, which passes it on. */
const SAME_SIGNAL_MS = 1_000;

/** Returns a function that is true after `seconds`, or after SIGINT or SIGTERM. A later signal ends the process. */
export function stopCondition(seconds = Number.POSITIVE_INFINITY): () => boolean {
  const endsAt = performance.now() + seconds * 1_000;
  let stoppedAt: number | null = null;
  for (const signal of SIGNALS)
    process.on(signal, () => {
      const now = performance.now();
      if (stoppedAt !== null && now - stoppedAt > SAME_SIGNAL_MS) process.exit(1);
      stoppedAt ??= now;
    });
  return () => stoppedAt !== null || performance.now() > endsAt;
}

/** Ends this process at a signal so that its exit listeners run, which end child processes and remove folders. */
export function exitOnSignal(): void {
  for (const signal of SIGNALS) process.once(signal, () => process.exit(128 + os.constants.signals[signal]));
}

/** Ends a bench at a signal, and with 1 if it hangs: after this time in ms. Its child processes end with it. */
export function endAfter(ms: number): void {
  exitOnSignal();
  setTimeout(() => {
    process.stderr.write(`The bench took longer than ${Math.round(ms / 60_000)} minutes and was stopped.\n`);
    process.exit(1);
  }, ms).unref();
}

/** A list with commas. @throws InvalidArgumentError */
export function positiveNumbers(text: string): number[] {
  return text.split(',').map(positiveNumber);
}
