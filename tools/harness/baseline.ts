import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import Database from 'better-sqlite3';
import { Server } from 'socket.io';
import { v7 as timeOrderedId } from 'uuid';
import { KEY } from '../../server/testing/pos-key';
import { eventKey, type KitchenBody } from './load-bodies';

// The baseline of the benches, a program: a minimal server that verifies signed webhooks, stores each in a transaction of
// its own, and passes them on to the screens of their branch. It listens on loopback and uses the folder DATA_DIR.

/** The `board:changed` message that the baseline sends after a commit. */
export type BaselineChange = { delivery: { id: string; receivedAt: number; parsed: KitchenBody } };

type BranchBody = KitchenBody & { sender: { branchNumber: number } };

const { DATA_DIR = '', PORT = '0' } = process.env;
if (DATA_DIR === '') throw new Error('DATA_DIR must name a temporary folder');
const SECRET = Buffer.from(KEY.secret, KEY.secretEncoding);

/** One table, with the same durability as Heatlamp's database. */
const database = new Database(path.join(DATA_DIR, 'baseline.db'));
database.pragma('journal_mode = WAL');
database.pragma('synchronous = FULL');
if (database.pragma('journal_mode', { simple: true }) !== 'wal') throw new Error('the database is not in WAL mode');
database.exec(
  'CREATE TABLE "Delivery" ("id" TEXT PRIMARY KEY, "receivedAt" INTEGER NOT NULL, "key" TEXT NOT NULL, "body" BLOB NOT NULL)',
);
const insert = database.prepare('INSERT INTO "Delivery" ("id", "receivedAt", "key", "body") VALUES (?, ?, ?, ?)');

const server = createServer((request, response) => {
  receive(request, response).catch((error) => {
    process.stderr.write(`the baseline failed: ${String(error)}\n`);
    reply(response, 500);
  });
});
const io = new Server(server, { transports: ['websocket'], serveClient: false, perMessageDeflate: false });
io.on('connection', (socket) => void socket.join(`branch ${socket.handshake.auth['branch']}`));

async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const receivedAt = Date.now();
  const body = await buffer(request);
  if (!isSigned(body, request.headers['x-service-signature'])) return reply(response, 400);
  const parsed = JSON.parse(body.toString('utf8')) as BranchBody;
  const id = timeOrderedId();
  insert.run(id, receivedAt, eventKey(parsed), body);
  const change: BaselineChange = { delivery: { id, receivedAt, parsed } };
  io.to(`branch ${parsed.sender.branchNumber}`).emit('board:changed', change);
  reply(response, 200);
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

process.once('SIGTERM', () => {
  database.close();
  process.exit(0);
});
server.listen(Number(PORT), '127.0.0.1', () => {
  process.stdout.write(`The baseline listens on http://localhost:${(server.address() as AddressInfo).port}\n`);
});
