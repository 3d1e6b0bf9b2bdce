import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { KEY, SUBSCRIPTION } from '../measure/pos-key';
import type { Random } from '../pos-simulator/random';
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

/** Makes a folder with a subscription and a tablet of branch 1. */
export async function newEvening(build: ServerBuild, random: Random): Promise<Evening> {
  const parent = mkdtempSync(path.join(tmpdir(), 'heatlamp-crash-'));
  const folder = path.join(parent, 'data');
  mkdirSync(folder);
  await heatlamp(build, folder, ['subscription', 'add', '--id', SUBSCRIPTION, '--secret', KEY.secret]);
  expectBadRows(folder);
  const words = ['screen', 'add', '--name', 'Tablet', '--branch', '1', '--view', 'ready'];
  const { token } = (await heatlamp(build, folder, words)) as { token: string };
  const remove = () => rmSync(parent, { recursive: true, force: true });
  return { folder, token, random, ledger: newLedger(), remove };
}

async function heatlamp({ commandLine }: ServerBuild, folder: string, words: string[]): Promise<unknown> {
  const { PATH, NODE_ENV } = process.env;
  const env = { PATH, NODE_ENV, TZ: 'Europe/Amsterdam', DATA_DIR: folder };
  const { stdout } = await promisify(execFile)(process.execPath, [commandLine, ...words, '--json'], { env });
  return JSON.parse(stdout);
}
