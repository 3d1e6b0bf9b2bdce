import type { BoardQueue } from '../board/stages';
import type { Screen } from './screens';

const STORE_EVERY_MS = 60_000;

/**
 * Stores once a minute when each screen was last seen: a write for each request would take longer than the request.
 * Call the result to store it a last time and stop.
 */
export function storeLastSeen(queue: BoardQueue, screens: () => ReadonlyMap<string, Screen>): () => Promise<void> {
  const stored = new Map([...screens().values()].map((screen) => [screen.id, screen.lastSeenAt]));

  const store = async () => {
    const seen = [...screens().values()].filter(({ id, lastSeenAt }) => lastSeenAt !== (stored.get(id) ?? null));
    if (seen.length === 0) return;
    await queue.run(async (sql) => {
      // Another node may have seen a screen later.
      const isLater = (at: number | null) => ({ OR: [{ lastSeenAt: null }, { lastSeenAt: { lt: at ?? 0 } }] });
      for (const { id, lastSeenAt } of seen)
        await sql.screen.updateMany({ where: { id, ...isLater(lastSeenAt) }, data: { lastSeenAt } });
    });
    for (const { id, lastSeenAt } of seen) stored.set(id, lastSeenAt);
  };
  // Not logged: the write queue reports that the database cannot be written. Tried again after a minute.
  const attempt = () => store().catch(() => {});
  const timer = setInterval(() => void attempt(), STORE_EVERY_MS);
  timer.unref();

  return async () => {
    clearInterval(timer);
    await attempt();
  };
}
