import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server } from 'socket.io';
import { type Delivery, openStore, receiver } from './baseline';

/** The `board:changed` message that the baseline sends after a commit. */
export type BaselineChange = { deliveries: { id: string; receivedAt: number; parsed: unknown }[] };

/**
 * The baseline of the benches: a minimal server that stores signed webhooks and passes them on to the screens of their
 * branch. It listens on loopback and uses the folder DATA_DIR.
 */
const { DATA_DIR = '', PORT = '0' } = process.env;
if (DATA_DIR === '') throw new Error('DATA_DIR must name a temporary folder');
const store = openStore(DATA_DIR);
const server = createServer();
const io = new Server(server, { transports: ['websocket'], serveClient: false, perMessageDeflate: false });

io.on('connection', (socket) => void socket.join(`branch ${socket.handshake.auth['branch']}`));
const publish = ({ id, receivedAt, parsed }: Delivery) => {
  const { branchNumber } = (parsed as { sender: { branchNumber: number | string } }).sender;
  const change: BaselineChange = { deliveries: [{ id, receivedAt, parsed }] };
  io.to(`branch ${branchNumber}`).emit('board:changed', change);
};
server.on(
  'request',
  receiver(store, publish, (error) => process.stderr.write(`the baseline failed: ${String(error)}\n`)),
);

process.once('SIGTERM', () => {
  store.close();
  process.exit(0);
});
server.listen(Number(PORT), '127.0.0.1', () => {
  process.stdout.write(`The baseline listens on http://localhost:${(server.address() as AddressInfo).port}\n`);
});
