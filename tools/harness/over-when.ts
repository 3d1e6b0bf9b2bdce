/** Whether to start no further round: the time is over, or an interrupt arrived. */
export function overWhen(seconds = Number.POSITIVE_INFINITY): () => boolean {
  const endsAt = performance.now() + seconds * 1_000;
  let isStopped = false;
  // After the first interrupt the run ends with a report; the second ends it at once.
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      if (isStopped) process.exit(1);
      isStopped = true;
    });
  return () => isStopped || performance.now() > endsAt;
}
