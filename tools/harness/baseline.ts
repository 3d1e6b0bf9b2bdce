import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import path from 'node:path';
import Database from 'better-sqlite3';
import { v7 as timeOrderedId } from 'uuid';
import { KEY } from '../../server/testing/pos-key';
import { eventKey, type KitchenBody } from './load-bodies';

/** A request with a valid signature, as the baseline stores it. */
export type Delivery = {
  /** UUID version 7. */
  id: string;
  /** Server time, epoch ms. */
  receivedAt: number;
  /** Key of the event: order, course and instant. */
  key: string;
  /** The exact bytes. */
  body: Buffer;
  /** The parsed body. */
  parsed: unknown;
};

export type Store = {
  /** Inserts the deliveries in one transaction, durably. @throws if the commit fails */
  keep: (deliveries: readonly Delivery[]) => void;
  close: () => void;
};

const SECRET = Buffer.from(KEY.secret, KEY.secretEncoding);

/** Stores a delivery durably. */
export type Commit = (delivery: Delivery) => Promise<void>;

type Waiting = { delivery: Delivery; done: () => void; failed: (error: unknown) => void };

/** A transaction for each request. `onCommit` receives the deliveries of each commit. */
export function commitSingly(store: Store, onCommit: (deliveries: readonly Delivery[]) => void): Commit {
  return async (delivery) => {
    store.keep([delivery]);
    onCommit([delivery]);
  };
}

/** Group commit: all requests of one turn of the event loop share a transaction. */
export function commitTogether(store: Store, onCommit: (deliveries: readonly Delivery[]) => void): Commit {
  let waiting: Waiting[] = [];
  const flush = () => {
    const batch = waiting;
    waiting = [];
    const deliveries = batch.map(({ delivery }) => delivery);
    try {
      store.keep(deliveries);
    } catch (error) {
      for (const { failed } of batch) failed(error);
      return;
    }
    for (const { done } of batch) done();
    onCommit(deliveries);
  };
  return (delivery) =>
    new Promise((done, failed) => {
      if (waiting.length === 0) setImmediate(flush);
      waiting.push({ delivery, done, failed });
    });
}

/**
 * A request listener that verifies the signature, parses the JSON, commits, and sends a signed reply. `onError`
 * receives the cause of a 500.
 */
export function receiver(commit: Commit, onError: (error: unknown) => void): RequestListener {
  return (request, response) => {
    receive(request, response, commit).catch((error) => {
      onError(error);
      reply(response, 500);
    });
  };
}

async function receive(request: IncomingMessage, response: ServerResponse, commit: Commit): Promise<void> {
  const receivedAt = Date.now();
  const body = await bytesOf(request);
  if (!isSigned(body, request.headers['x-service-signature'])) return reply(response, 400);
  const parsed = JSON.parse(body.toString('utf8')) as KitchenBody;
  await commit({ id: timeOrderedId(), receivedAt, key: eventKey(parsed), body, parsed });
  reply(response, 200);
}

function bytesOf(request: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.once('end', () => resolve(Buffer.concat(chunks)));
    request.once('error', reject);
  });
}

function isSigned(body: Buffer, signature: string | string[] | undefined): boolean {
  const received = Buffer.from(String(signature), 'base64');
  const expected = createHmac('sha256', SECRET).update(body).digest();
  return received.length === expected.length && timingSafeEqual(received, expected);
}

/** Sends the same headers as Heatlamp, so that replies have the same size. */
function reply(response: ServerResponse, status: number): void {
  const bytes = Buffer.from('{}');
  response.writeHead(status, {
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'no-store',
    'Content-Type': 'application/json',
    'X-Service-Signature': createHmac('sha256', SECRET).update(bytes).digest('base64'),
    'Content-Length': String(bytes.length),
  });
  response.end(bytes);
}

/** Opens the baseline's database in a folder: one table, with the same durability as Heatlamp's database. */
export function openStore(folder: string): Store {
  const database = new Database(path.join(folder, 'baseline.db'));
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
  if (database.pragma('journal_mode', { simple: true }) !== 'wal') throw new Error('the database is not in WAL mode');
  database.exec(
    'CREATE TABLE "Delivery" ("id" TEXT PRIMARY KEY, "receivedAt" INTEGER NOT NULL, "key" TEXT NOT NULL, "body" BLOB NOT NULL)',
  );
  const insert = database.prepare('INSERT INTO "Delivery" ("id", "receivedAt", "key", "body") VALUES (?, ?, ?, ?)');
  return {
    keep: database.transaction((deliveries: readonly Delivery[]) => {
      for (const { id, receivedAt, key, body } of deliveries) insert.run(id, receivedAt, key, body);
    }),
    close: () => void database.close(),
  };
}
