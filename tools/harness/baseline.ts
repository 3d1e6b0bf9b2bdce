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
  /** Inserts a delivery durably. @throws if the commit fails */
  keep: (delivery: Delivery) => void;
  close: () => void;
};

const SECRET = Buffer.from(KEY.secret, KEY.secretEncoding);

/**
 * A request listener that verifies the signature, parses the JSON, commits in a transaction of its own, and sends a
 * signed reply. `onCommit` receives each delivery then, `onError` the cause of a 500.
 */
export function receiver(
  store: Store,
  onCommit: (delivery: Delivery) => void,
  onError: (error: unknown) => void,
): RequestListener {
  const commit = (delivery: Delivery) => {
    store.keep(delivery);
    onCommit(delivery);
  };
  return (request, response) => {
    receive(request, response, commit).catch((error) => {
      onError(error);
      reply(response, 500);
    });
  };
}

async function receive(
  request: IncomingMessage,
  response: ServerResponse,
  commit: (delivery: Delivery) => void,
): Promise<void> {
  const receivedAt = Date.now();
  const body = await bytesOf(request);
  if (!isSigned(body, request.headers['x-service-signature'])) return reply(response, 400);
  const parsed = JSON.parse(body.toString('utf8')) as KitchenBody;
  commit({ id: timeOrderedId(), receivedAt, key: eventKey(parsed), body, parsed });
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
    keep: ({ id, receivedAt, key, body }) => void insert.run(id, receivedAt, key, body),
    close: () => void database.close(),
  };
}
