import { TIMELINE } from '../sql/node-statements';
import type { Source } from '../sql/statements';

/** Knows whether a standby of PostgreSQL has taken over, which may lack what was committed before. */
export type Timeline = {
  /** The timeline that memory was read from; null if it cannot be read. */
  known: () => string | null;
  /** Runs `reload` if one has taken over since memory was read, with the new timeline. Resolves to whether it did. */
  reloadIfNew: (reload: (timeline: string) => Promise<void>) => Promise<boolean>;
};

export async function followTimeline(database: Source): Promise<Timeline> {
  /** Null if it cannot be read, as on a standby that has not taken over. */
  const read = () =>
    database.$queryRawUnsafe<{ timeline: string }[]>(TIMELINE).then(
      ([row]) => row?.timeline ?? null,
      () => null,
    );
  let known = await read();
  return {
    known: () => known,
    async reloadIfNew(reload) {
      const now = await read();
      if (now === null || now === known) return false;
      await reload(now);
      known = now;
      return true;
    },
  };
}
