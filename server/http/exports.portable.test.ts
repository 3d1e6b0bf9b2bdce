import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createExports, type Exports, type Slice } from './exports';
import { Problem } from './reply';

let exports: Exports;
let server: Server;
let port: number;
/** Reads the first slice of the table with this path. */
let readTable: (path: string) => Promise<Slice>;
beforeEach(async () => {
  exports = createExports();
  server = createServer((request, response) => {
    exports
      .send(response, { name: 'table.csv', hasByteOrderMark: false }, () => readTable(request.url ?? ''))
      .catch((error) => response.writeHead(error instanceof Problem ? error.status : 500).end());
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  port = (server.address() as AddressInfo).port;
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const download = (path: string) => fetch(`http://127.0.0.1:${port}${path}`);
const textOf = async (path: string) => (await download(path)).text();

/** A table of `slices` slices, each with the path in it. */
function table(path: string, slices: number, read: () => Promise<void>): () => Promise<Slice> {
  return async () => {
    await read();
    return { csv: Buffer.from(path), readNext: slices === 1 ? null : table(path, slices - 1, read) };
  };
}

it('reads two slices at once, and the others in turn', async () => {
  const paths = ['/a', '/b', '/c', '/d', '/e'];
  let arrived = 0;
  const allArrived = new Promise<void>((resolve) => {
    server.on('request', () => {
      arrived += 1;
      if (arrived === paths.length) resolve();
    });
  });
  const counts: number[] = [];
  const order: string[] = [];
  let running = 0;
  readTable = (path) =>
    table(path, 3, async () => {
      running += 1;
      counts.push(running);
      order.push(path);
      await allArrived;
      await new Promise((resolve) => setTimeout(resolve, 5));
      running -= 1;
    })();
  expect(await Promise.all(paths.map(textOf))).toEqual(paths.map((path) => path.repeat(3)));
  expect(counts).toHaveLength(15);
  expect(Math.max(...counts)).toBe(2);
  // Everybody's first slice comes before anybody's third.
  expect(order.slice(0, 5).toSorted()).toEqual(paths);
});

it('lets a client that does not read delay nobody', async () => {
  const large = Buffer.alloc(1_000_000, 'x');
  let slices = 0;
  const endless = async (): Promise<Slice> => {
    slices += 1;
    return { csv: large, readNext: endless };
  };
  readTable = (path) => (path === '/endless' ? endless() : table(path, 2, async () => {})());
  const stalled = [1, 2, 3].map(() => connect({ port, host: '127.0.0.1' }).pause());
  for (const socket of stalled) socket.write('GET /endless HTTP/1.1\r\nHost: a\r\n\r\n');
  let before = -1;
  // Until the buffers of the sockets are full.
  await expect
    .poll(
      () => {
        const isStill = slices >= 3 && slices === before;
        before = slices;
        return isStill;
      },
      { interval: 200 },
    )
    .toBe(true);
  expect(await textOf('/short')).toBe('/short/short');
  for (const socket of stalled) socket.destroy();
});

it('refuses an export while twenty are open', async () => {
  let finish = () => {};
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  readTable = async () => {
    await finished;
    return { csv: Buffer.from('whole'), readNext: null };
  };
  let arrived = 0;
  server.on('request', () => {
    arrived += 1;
  });
  const twenty = Array.from({ length: 20 }, () => textOf('/'));
  await expect.poll(() => arrived).toBe(20);
  expect((await download('/')).status).toBe(503);
  finish();
  expect(await Promise.all(twenty)).toEqual(Array(20).fill('whole'));
  await expect.poll(() => textOf('/')).toBe('whole');
});

it('answers with an error if the first slice cannot be read', async () => {
  readTable = async () => {
    throw new Error('nothing to read');
  };
  expect((await download('/')).status).toBe(500);
});
