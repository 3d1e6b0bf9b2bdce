/** Milliseconds of the machine's monotonic clock, comparable between processes. */
export function machineNow(): number {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1_000 + nanoseconds / 1e6;
}
