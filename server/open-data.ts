import { randomInt } from 'node:crypto';
import { createSettings, type Settings } from '../domain/settings';
import { joinNodes, localInbox } from './claim-folder';
import type { Config } from './config';
import { type Configuration, loadConfiguration } from './configuration';
import type { FileInbox } from './intake/inbox';
import type { Log } from './log';
import { type Prepared, prepareDatabase } from './prepare-database';
import { loadSettings } from './settings/commands';
import type { NodeLink } from './storage/node-link';

export type CoreDeps = {
  config: Config;
  /** Server time, epoch ms. */
  now: () => number;
  newEpoch: () => string;
  log: Log;
  /** How long a check of the configuration may take, in ms; a second by default. */
  checkWithinMs?: number | undefined;
  /** Hashes a password that somebody chose; by default with better-auth. */
  hashPassword?: ((password: string) => Promise<string>) | undefined;
  /** False for a command: it refuses the database of an older version, which could not open it any more afterwards. */
  mayMigrate?: boolean;
};

/** Functions that close what has been opened; they are called in reverse order. */
export type Opened = (() => unknown)[];

export type OpenData = Prepared & {
  /** The inbox in the data folder. */
  local: FileInbox;
  /** The connection with other nodes, and the number of this one; null where it is the only one. */
  link: NodeLink | null;
  node: number | null;
  settings: Settings;
  configuration: Configuration;
};

/** Opens the database and the local inbox of a locked folder, and loads settings and configuration. @throws CannotStart */
export async function openData(deps: CoreDeps, opened: Opened): Promise<OpenData> {
  const local = localInbox(deps.config);
  opened.push(local.close);
  const link = await joinNodes(deps.config);
  if (link) opened.push(link.close);
  const prepared = await prepareDatabase(deps, { local, link, opened });
  const { database, secretBox } = prepared;
  const settings = createSettings(await loadSettings(database));
  /** Any number that no other node has. */
  const node = link && randomInt(1, 2 ** 31 - 1);
  const configuration = await loadConfiguration(database, settings, secretBox, node);
  return { ...prepared, local, link, node, settings, configuration };
}
