import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { afterEach, expect, it } from 'vitest';
import { createLocalName, type LocalName } from './local-name';
import { networkAddresses } from './own-addresses';

/** A name of its own, so that another run of this test does not answer to it. */
const HOST = `heatlamp-test-${process.pid}.local`;
const MDNS = { address: '224.0.0.251', port: 5353 };
const SLOW = { timeout: 60_000 };

const names: LocalName[] = [];
afterEach(async () => {
  for (const name of names.splice(0)) await name.close();
});

const opens = (announcesName = true) => {
  const warnings: string[] = [];
  const name = createLocalName(
    { announcesName, host: '0.0.0.0' },
    { info() {}, warn: (_, text) => warnings.push(text) },
    HOST,
  );
  names.push(name);
  name.announce(3000);
  return { name, warnings };
};

/** Asks the network for the IPv4 address of `HOST`, as a phone does. Resolves to the answer as text. */
async function lookUp(): Promise<string> {
  const socket = createSocket('udp4');
  const question = HOST.split('.').flatMap((part) => [part.length, ...Buffer.from(part)]);
  socket.send(
    Uint8Array.from([0, 7, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, ...question, 0, 0, 1, 0, 1]),
    MDNS.port,
    MDNS.address,
  );
  const [answer] = (await once(socket, 'message', { signal: AbortSignal.timeout(10_000) })) as [Buffer];
  socket.close();
  return answer.toString('latin1');
}

it('a device in the same network finds the server by its name, until it stops', SLOW, async () => {
  const { name } = opens();
  await expect.poll(name.current, SLOW).toBe(`${HOST}:3000`);
  const own = networkAddresses().map((address) => String.fromCharCode(...address.split('.').map(Number)));
  const answer = await lookUp();
  expect(own.some((address) => answer.includes(address))).toBe(true);
  await name.close();
  expect(name.current()).toBeNull();
});

it('a server leaves the name to the one that has it', SLOW, async () => {
  const first = opens();
  await expect.poll(first.name.current, SLOW).not.toBeNull();
  const second = opens();
  await expect.poll(() => second.warnings, SLOW).toEqual([expect.stringContaining(`is called ${HOST}`)]);
  expect([first.name.current(), second.name.current()]).toEqual([`${HOST}:3000`, null]);
});

it('nothing is announced where the configuration forbids it', async () => {
  const { name } = opens(false);
  await name.close();
  expect(name.current()).toBeNull();
});
