/** What a board was at an instant, in ms on one clock for all. */
export type Seen = { at: number; epoch: string; version: number };

/** How far a screen that is right may be behind what the server said a moment before. */
const A_MOMENT_MS = 500;

/**
 * How long after `from` a screen was right, in ms: from then on it had everything that the server announced, within a moment.
 * Infinity for one that never was. `server` is what the server said from then on, at least once; `screen` all that the
 * screen showed since, while it was connected.
 */
export function rightAfter(from: number, server: readonly Seen[], screen: readonly Seen[]): number {
  const caughtUp = server.map(({ at, epoch, version }) => {
    const seen = screen.find((one) => one.at >= from && one.epoch === epoch && one.version >= version);
    return { at, by: seen?.at ?? Number.POSITIVE_INFINITY };
  });
  const [first] = caughtUp;
  const late = caughtUp.filter(({ at, by }) => by > at + A_MOMENT_MS).map(({ by }) => by);
  return Math.max(first?.by ?? Number.POSITIVE_INFINITY, ...late) - from;
}
