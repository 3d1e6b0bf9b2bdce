import type { Settings } from '../domain/settings';
import { createListeners } from '../lib/listeners';
import { messageAboutAll } from './board/branch-news';
import { loadPeople, type People } from './people/people';
import { loadPairings, type Pairing } from './screens/pairings';
import { loadScreens, type Screen } from './screens/screens';
import type { SecretBox } from './secrets/secret-box';
import { loadSettings } from './settings/commands';
import { GENERATION, LOCK_CLUSTER, NEXT_GENERATION, NOTIFY } from './sql/node-statements';
import { type Int, int, parametersOf, type Statements } from './sql/statements';
import type { Sql } from './storage/database';
import { refuseReadOnly } from './storage/failure';
import type { Subscription } from './webhooks/subscription';
import { loadSubscriptions } from './webhooks/subscriptions';

/** Who may send and see what, as it is in memory. */
export type Configuration = {
  subscriptions: () => ReadonlyMap<string, Subscription>;
  /** By the hash of their token. */
  screens: () => ReadonlyMap<string, Screen>;
  /** Devices that show a code, by the hash of their token, the oldest first. A new one is added after its commit. */
  pairings: () => Map<string, Pairing>;
  people: () => People;
  /**
   * Reads subscriptions, screens, people and settings again, in the transaction that changed them. Call the result
   * after the commit.
   */
  reload: (sql: Sql) => Promise<() => void>;
  /**
   * Call first in a transaction that changes the configuration: until its end no other node changes it, and memory has
   * what the others have changed.
   */
  lockConfig: (sql: Sql) => Promise<void>;
  /** Makes other nodes read the configuration again, without this one. Call the result after the commit. */
  announceConfig: (sql: Sql) => Promise<() => void>;
  /** Reads what other nodes have changed. */
  follow: (sql: Sql) => Promise<void>;
  /** Whether memory has everything that is stored. */
  isCurrent: (sql: Statements) => Promise<boolean>;
  /** Counts changes; 0 where there is one node. */
  generation: () => number;
  /** Calls back after every reload. Call the result to stop. */
  onReload: (listener: () => void) => () => void;
};

/**
 * Reads all but the settings, which are replaced at each reload. `node` is the number of this node where others may change
 * the configuration too. @throws UnknownKey if secrets cannot be decrypted
 */
export async function loadConfiguration(
  database: Sql,
  settings: Pick<Settings, 'replace'>,
  secretBox: SecretBox,
  node: number | null,
): Promise<Configuration> {
  const load = async (sql: Sql) => ({
    subscriptions: await loadSubscriptions(sql, secretBox),
    screens: await loadScreens(sql),
    pairings: await loadPairings(sql),
    people: await loadPeople(sql),
  });
  const storedGeneration = async (sql: Statements, statement = GENERATION) => {
    if (node === null) return 0;
    const [row] = await sql.$queryRawUnsafe<{ generation: Int; isReadOnly?: boolean }[]>(statement);
    refuseReadOnly(row);
    return int(row?.generation ?? 0);
  };
  // Read first: what changes meanwhile is read again.
  let generation = await storedGeneration(database);
  let current = await load(database);
  const { subscribe, notify } = createListeners();

  /** Reads everything. Call the result to use it, as this generation. */
  async function read(sql: Sql, next: number): Promise<() => void> {
    const loaded = await load(sql);
    const rows = await loadSettings(sql);
    return () => {
      for (const [hash, screen] of loaded.screens)
        screen.lastSeenAt = laterOf(current.screens.get(hash)?.lastSeenAt ?? null, screen.lastSeenAt);
      current = loaded;
      generation = next;
      settings.replace(rows);
      notify();
    };
  }

  /** Begins the next generation, and returns its number. The commit announces it to the other nodes. */
  async function next(sql: Sql): Promise<number> {
    if (node === null) return 0;
    const stored = await storedGeneration(sql, NEXT_GENERATION);
    // All branches, because one may be removed.
    await sql.$executeRawUnsafe(NOTIFY, ...parametersOf([[messageAboutAll(node)]]));
    return stored;
  }

  async function follow(sql: Sql): Promise<void> {
    const stored = await storedGeneration(sql);
    if (stored !== generation) (await read(sql, stored))();
  }

  const isCurrent = async (sql: Statements) => (await storedGeneration(sql)) === generation;

  return {
    subscriptions: () => current.subscriptions,
    screens: () => current.screens,
    pairings: () => current.pairings,
    people: () => current.people,
    reload: async (sql) => read(sql, await next(sql)),
    async lockConfig(sql) {
      if (node === null) return;
      await sql.$executeRawUnsafe(LOCK_CLUSTER);
      await follow(sql);
    },
    async announceConfig(sql) {
      const announced = await next(sql);
      return () => {
        generation = announced;
      };
    },
    follow,
    isCurrent,
    generation: () => generation,
    onReload: subscribe,
  };
}

function laterOf(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : Math.max(a, b);
}
