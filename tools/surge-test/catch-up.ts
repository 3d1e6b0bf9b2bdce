/** The version of a board at an instant, in ms on a clock that all processes share. */
export type Seen = { at: number; epoch: string; version: number };

/** Time within which a correct screen has a version that the server announced. */
const A_MOMENT_MS = 500;

/**
 * How long after `from` a screen was right, in ms: from then on it had everything that the server announced, within a
 * moment. Infinity if it never was. `server` has at least one answer of the server from then on, `screen` everything
 * that the screen showed since then while it was connected.
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
