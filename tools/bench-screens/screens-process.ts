import { io } from 'socket.io-client';

/** So many screens as they are for a server: sockets that take what comes. */
const { BENCH_URL = '', BENCH_TOKEN = '', BENCH_SCREENS = '100' } = process.env;
const count = Number(BENCH_SCREENS);

const sockets = Array.from({ length: count }, () =>
  io(BENCH_URL, {
    transports: ['websocket'],
    auth: BENCH_TOKEN ? { token: BENCH_TOKEN, branch: 1, contract: 1 } : {},
    forceNew: true,
  }),
);
await Promise.all(
  sockets.map(
    (socket) =>
      new Promise<void>((connected, refused) => {
        socket.once('connect', () => connected());
        socket.once('connect_error', refused);
      }),
  ),
);
process.once('SIGTERM', () => process.exit(0));
process.once('disconnect', () => process.exit(0));
process.send?.({ connected: count });
