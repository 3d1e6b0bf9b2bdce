/** Whether a rig should begin nothing more: so many seconds have passed, or somebody asked it to stop. */
export function overWhen(seconds = Number.POSITIVE_INFINITY): () => boolean {
  const endsAt = performance.now() + seconds * 1_000;
  let isStopped = false;
  // The first interrupt prints the findings so far; the second ends at once.
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      if (isStopped) process.exit(1);
      isStopped = true;
    });
  return () => isStopped || performance.now() > endsAt;
}
