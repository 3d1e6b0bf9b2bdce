import { io } from 'socket.io-client';
import type { Board, BoardChange, Ticket } from '../contract/live';
import { MAINS } from './actors/pos';
import { expect, test } from './test';

test('a plain Socket.IO client reconnects by itself after an orderly restart', async ({ server, pos }) => {
  const options = ['--name', 'program', '--branch', String(pos.branch), '--view', 'api'];
  const { token } = await server.heatlamp<{ token: string }>('screen', 'add', ...options);
  const client = io(server.url, { transports: ['websocket'], auth: { token }, forceNew: true });
  const boards: Board[] = [];
  const reasons: string[] = [];
  client.on('board:snapshot', (board: Board) => boards.push(board));
  client.on('disconnect', (reason) => reasons.push(reason));
  await expect.poll(() => boards.length).toBe(1);

  await server.stop();
  await expect.poll(() => reasons).toEqual(['transport close']);
  await server.start();
  await expect.poll(() => boards.length).toBe(2);

  const changed: Ticket[] = [];
  client.on('board:changed', ({ tickets }: BoardChange) => changed.push(...tickets));
  await pos.starts(pos.seats({ number: 12 }), MAINS);
  await expect.poll(() => changed).toMatchObject([{ table: { number: '12' } }]);
  client.disconnect();
});
