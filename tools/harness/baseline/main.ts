import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server } from 'socket.io';
import { commitEach, commitTogether } from './commit';
import type { Delivery } from './delivery';
import { receiver } from './receive';
import { openStore } from './store';

/** What the baseline sends to its screens after a commit, as `board:changed`. */
export type BaselineChange = { deliveries: { id: string; receivedAt: number; parsed: unknown }[] };

/**
 * The baseline: a minimal server that stores signed webhooks and passes them on. It listens on loopback only and uses
 * the folder DATA_DIR. With `--group-commit` it commits waiting requests together.
 */
const { DATA_DIR = '', PORT = '0' } = process.env;
if (DATA_DIR === '') throw new Error('DATA_DIR must name a folder that may be thrown away');
const store = openStore(DATA_DIR);
const server = createServer();
const io = new Server(server, { transports: ['websocket'], serveClient: false, perMessageDeflate: false });

const publish = (deliveries: readonly Delivery[]) => {
  const change: BaselineChange = {
    deliveries: deliveries.map(({ id, receivedAt, parsed }) => ({ id, receivedAt, parsed })),
  };
  io.emit('board:changed', change);
};
const commit = process.argv.includes('--group-commit') ? commitTogether(store, publish) : commitEach(store, publish);
server.on(
  'request',
  receiver(commit, (error) => process.stderr.write(`the baseline failed: ${String(error)}\n`)),
);

process.once('SIGTERM', () => {
  store.close();
  process.exit(0);
});
server.listen(Number(PORT), '127.0.0.1', () => {
  process.stdout.write(`The baseline listens on http://localhost:${(server.address() as AddressInfo).port}\n`);
});
