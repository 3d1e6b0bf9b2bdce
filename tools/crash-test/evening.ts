import type { Random } from '../pos-simulator/random';
import { makeDataFolder } from '../rigs/data-folder';
import type { ServerBuild } from '../rigs/server-build';
import { expectBadRows } from './bad-row';
import { type Ledger, newLedger } from './ledger';

/** A data folder that one server after the other lives and dies on, and what was seen of it from the outside. */
export type Evening = {
  folder: string;
  /** Of a tablet: it looks and taps. */
  token: string;
  random: Random;
  ledger: Ledger;
  remove: () => void;
};

/** Makes one below `parent`, or wherever such things are made. */
export async function newEvening(build: ServerBuild, random: Random, parent?: string): Promise<Evening> {
  const place = parent === undefined ? {} : { parent };
  const { folder, tokens, remove } = await makeDataFolder(build, { views: ['ready'], ...place });
  expectBadRows(folder);
  return { folder, token: tokens[0] ?? '', random, ledger: newLedger(), remove };
}
