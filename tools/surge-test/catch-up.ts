/** A version of a board, and when it was shown or sent (`machineNow`). */
export type ShownVersion = { at: number; epoch: string; version: number };

/** Time within which a screen must show a version that the server sent. */
const MAX_DELAY_MS = 500;

/**
 * How many ms after `from` a screen was up to date: from then on it showed every version of the server within 500 ms.
 * Infinity if it never was. `server` has the versions that the server sent after `from`, at least one; `screen` the
 * versions that the screen showed while it was connected.
 */
export function upToDateAfter(from: number, server: readonly ShownVersion[], screen: readonly ShownVersion[]): number {
  const caughtUp = server.map(({ at, epoch, version }) => {
    const shown = screen.find((one) => one.at >= from && one.epoch === epoch && one.version >= version);
    return { at, by: shown?.at ?? Number.POSITIVE_INFINITY };
  });
  const [first] = caughtUp;
  const late = caughtUp.filter(({ at, by }) => by > at + MAX_DELAY_MS).map(({ by }) => by);
  return Math.max(first?.by ?? Number.POSITIVE_INFINITY, ...late) - from;
}
