import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openStore, receiver, type Store } from './baseline';
import { type Body, screenBodies, signedRequest } from './load-bodies';
import { storedDeliveries } from './measured-server';
import { openConnection, postClosedLoop } from './post-requests';

const COUNT = 50;
const bodies = screenBodies({ seed: 1, until: 1_781_890_000_000 }).slice(0, COUNT);
let folder: string;
let store: Store;
let server: Server;
let commits: string[];
let errors: unknown[];

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'heatlamp-baseline-'));
  store = openStore(folder);
  commits = [];
  errors = [];
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
  store.close();
  rmSync(folder, { recursive: true });
});

async function listen(): Promise<number> {
  server = createServer(
    receiver(
      store,
      ({ key }) => void commits.push(key),
      (error) => void errors.push(error),
    ),
  );
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return (server.address() as AddressInfo).port;
}
const stored = () => storedDeliveries(path.join(folder, 'baseline.db'));
const sortedKeys = (posted: readonly Body[]) => posted.map(({ key }) => key).sort();

test('the baseline acknowledges deliveries that it has stored, one commit each', async () => {
  const port = await listen();
  await postClosedLoop(port, 8, bodies.map(signedRequest));
  expect(stored()).toBe(COUNT);
  expect(commits.toSorted()).toEqual(sortedKeys(bodies));
});

test('a delivery that cannot be stored receives 500, and the load generator reports it', async () => {
  const port = await listen();
  store.keep = () => {
    throw new Error('the disk is full');
  };
  await expect(postClosedLoop(port, 2, bodies.slice(0, 4).map(signedRequest))).rejects.toThrow(/500/);
  expect(String(errors[0])).toContain('the disk is full');
});

test('a wrong signature is refused and nothing is stored', async () => {
  const port = await listen();
  const [first] = bodies;
  const forged = Buffer.from(
    signedRequest(first as Body)
      .toString()
      .replace('"course"', '"Course"'),
  );
  const connection = await openConnection(port);
  await expect(connection.post(forged)).rejects.toThrow(/400/);
  connection.close();
  expect(stored()).toBe(0);
});
