import type * as original from '../../../server/live/node-sockets';

export * from '../../../server/live/node-sockets';

// Without one, Socket.IO has its own, which knows of no other process.
export const openSocketAdapter = (async () => ({
  adapter: null,
  close: async () => {},
})) as unknown as typeof original.openSocketAdapter;
