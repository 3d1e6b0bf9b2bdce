import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server } from 'socket.io';
import { commitEach, commitTogether } from './commit';
import type { Delivery } from './delivery';
import { receiver } from './receive';
import { openStore } from './store';

/** What the baseline sends to its screens after a commit, as `board:changed`. */
export type FloorChange = { deliveries: { id: string; receivedAt: number; said: unknown }[] };

/**
 * The floor: a server written for nothing else than to take signed webhooks, keep them and pass them on. Loopback only,
 * on the folder DATA_DIR. With `--group-commit` requests that wait are committed together.
 */
const { DATA_DIR = '', PORT = '0' } = process.env;
if (DATA_DIR === '') throw new Error('DATA_DIR must name a folder that may be thrown away');
const store = openStore(DATA_DIR);
const server = createServer();
const io = new Server(server, { transports: ['websocket'], serveClient: false, perMessageDeflate: false });

const tell = (deliveries: readonly Delivery[]) => {
  const change: FloorChange = {
    deliveries: deliveries.map(({ id, receivedAt, said }) => ({ id, receivedAt, said })),
  };
  io.emit('board:changed', change);
};
const commit = process.argv.includes('--group-commit') ? commitTogether(store, tell) : commitEach(store, tell);
server.on(
  'request',
  receiver(commit, (error) => process.stderr.write(`the floor stumbled: ${String(error)}\n`)),
);

process.once('SIGTERM', () => {
  store.close();
  process.exit(0);
});
server.listen(Number(PORT), '127.0.0.1', () => {
  process.stdout.write(`The floor listens on http://localhost:${(server.address() as AddressInfo).port}\n`);
});
