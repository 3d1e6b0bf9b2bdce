import type { BoardQueue } from '../board/stages';
import { int, parametersOf } from '../sql/statements';
import { TOUCH_SCREENS } from '../sql/write-statements';
import type { Screen } from './screens';

const STORE_EVERY_MS = 60_000;

/** Records that a screen is connected now. Not if its token is no longer valid. */
export function markSeen(
  { screens, now }: { screens: () => ReadonlyMap<string, Screen>; now: () => number },
  { tokenHash }: Screen,
): void {
  const screen = screens().get(tokenHash);
  if (screen) screen.lastSeenAt = now();
}

/**
 * Stores once a minute when each screen was last seen, because a write for each request would take longer than the
 * request, and reads when other nodes saw it. Call the result to do so a last time and stop.
 */
export function storeLastSeen(queue: BoardQueue, screens: () => ReadonlyMap<string, Screen>): () => Promise<void> {
  const store = () =>
    queue.run(async (sql) => {
      const rows = await sql.screen.findMany({ select: { id: true, lastSeenAt: true } });
      const stored = new Map(rows.map(({ id, lastSeenAt }) => [id, int(lastSeenAt)]));
      const seen: [number, number][] = [];
      for (const screen of screens().values()) {
        const storedAt = stored.get(screen.id) ?? null;
        if (screen.lastSeenAt !== null && screen.lastSeenAt > (storedAt ?? 0))
          seen.push([screen.lastSeenAt, screen.id]);
        else screen.lastSeenAt = storedAt;
      }
      // In one order: of two nodes that wrote to the same screens, each could wait for the other.
      seen.sort(([, one], [, other]) => one - other);
      if (seen.length > 0) await sql.$executeRawUnsafe(TOUCH_SCREENS, ...parametersOf(seen));
    });
  // Not logged: the write queue reports that the database cannot be written. Tried again after a minute.
  const attempt = () => store().catch(() => {});
  const timer = setInterval(() => void attempt(), STORE_EVERY_MS);
  timer.unref();

  return async () => {
    clearInterval(timer);
    await attempt();
  };
}
