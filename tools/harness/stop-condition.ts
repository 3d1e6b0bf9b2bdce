/** Returns a function that is true after `seconds`, or after SIGINT or SIGTERM. The second signal ends the process. */
export function stopCondition(seconds = Number.POSITIVE_INFINITY): () => boolean {
  const endsAt = performance.now() + seconds * 1_000;
  let isStopped = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      if (isStopped) process.exit(1);
      isStopped = true;
    });
  return () => isStopped || performance.now() > endsAt;
}

/** Ends a bench that hangs: after this time in ms, the process exits with 1. */
export function endAfter(ms: number): void {
  setTimeout(() => {
    process.stderr.write('The bench took too long and was stopped.\n');
    process.exit(1);
  }, ms).unref();
}
