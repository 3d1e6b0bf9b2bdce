/** Milliseconds on the machine's steady clock: the same one in every process, whatever happens to the wall clock. */
export function machineNow(): number {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1_000 + nanoseconds / 1e6;
}
