import type { Settings } from '../domain/settings-in-force';
import { loadPeople, type People } from './people/people';
import { loadPairings, type Pairing } from './screens/pairings';
import { loadScreens, type Screen } from './screens/screens';
import type { SecretBox } from './secrets/secret-box';
import { loadSettings } from './settings/load-settings';
import type { Sql } from './storage/database';
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
  /** Calls back after every reload. Call the result to stop. */
  onReload: (listener: () => void) => () => void;
};

/** Reads all but the settings, which are replaced at each reload. @throws UnknownKey if secrets cannot be decrypted */
export async function loadConfiguration(
  database: Sql,
  settings: Pick<Settings, 'replace'>,
  secretBox: SecretBox,
): Promise<Configuration> {
  const load = async (sql: Sql) => ({
    subscriptions: await loadSubscriptions(sql, secretBox),
    screens: await loadScreens(sql),
    pairings: await loadPairings(sql),
    people: await loadPeople(sql),
  });
  let current = await load(database);
  const listeners = new Set<() => void>();

  return {
    subscriptions: () => current.subscriptions,
    screens: () => current.screens,
    pairings: () => current.pairings,
    people: () => current.people,
    async reload(sql) {
      const next = await load(sql);
      const rows = await loadSettings(sql);
      return () => {
        for (const [hash, screen] of next.screens)
          screen.lastSeenAt = current.screens.get(hash)?.lastSeenAt ?? screen.lastSeenAt;
        current = next;
        settings.replace(rows);
        for (const listener of listeners) listener();
      };
    },
    onReload(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
