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

export async function newEvening(build: ServerBuild, random: Random): Promise<Evening> {
  const { folder, tokens, remove } = await makeDataFolder(build, { views: ['ready'] });
  expectBadRows(folder);
  return { folder, token: tokens[0] ?? '', random, ledger: newLedger(), remove };
}
