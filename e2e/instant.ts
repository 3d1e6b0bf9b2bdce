/**
 * Epoch ms on the monotonic clock of this process: comparable with a page's `performance.timeOrigin +
 * performance.now()`.
 */
export function instant(): number {
  return performance.timeOrigin + performance.now();
}
