import { Adapter } from 'socket.io-adapter';
import type * as original from '../../../server/live/node-sockets';

export * from '../../../server/live/node-sockets';

export const openSocketAdapter = (async () => ({
  adapter: Adapter,
  close: async () => {},
})) as unknown as typeof original.openSocketAdapter;
