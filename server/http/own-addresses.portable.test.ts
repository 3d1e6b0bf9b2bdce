import { expect, it } from 'vitest';
import { networkAddresses, reachableOrigins } from './own-addresses';

const EVERYWHERE = { publicUrl: null, host: '0.0.0.0', port: 3000 };
const address = (text: string, family: 'IPv4' | 'IPv6', internal = false) => ({
  ...{ address: text, family, internal, netmask: '', mac: '', cidr: null },
  ...(family === 'IPv6' ? { scopeid: 0 } : {}),
});

it('lists addresses on networks only, IPv4 first', () => {
  const interfaces = {
    lo: [address('127.0.0.1', 'IPv4', true), address('::1', 'IPv6', true)],
    eth0: [address('fe80::1', 'IPv6'), address('2001:db8::5', 'IPv6'), address('192.168.1.5', 'IPv4')],
  };
  expect(networkAddresses(interfaces as Parameters<typeof networkAddresses>[0])).toEqual([
    '192.168.1.5',
    '2001:db8::5',
  ]);
});

it('PUBLIC_URL is the only address where it is set', () => {
  const config = { ...EVERYWHERE, publicUrl: 'https://kitchen.example' };
  expect(reachableOrigins(config, { host: '192.168.1.5:3000' })).toEqual(['https://kitchen.example']);
});

it('a request that came by a name or address of the network gets links with it', () => {
  expect(reachableOrigins(EVERYWHERE, { host: 'kitchen.local:3000' })).toEqual(['http://kitchen.local:3000']);
});

it('a link never has the local name, which some phones cannot look up', () => {
  const [origin] = reachableOrigins({ ...EVERYWHERE, host: '10.0.0.7' }, { host: 'heatlamp.local:3000' });
  expect(origin).toBe('http://10.0.0.7:3000');
});

it('links have no IPv6 address of a server that listens on IPv4 only', () => {
  const origins = (host: string) => reachableOrigins({ ...EVERYWHERE, host }, {}).join();
  expect(origins('0.0.0.0')).not.toContain('[');
  expect(origins('::').includes('[')).toBe(networkAddresses().some((text) => text.includes(':')));
});

it.each(['localhost:3000', '127.0.0.1:3000', '[::1]:3000', '%%'])(
  'a request by %s gets links that other devices can open, if the server listens to them',
  (host) => {
    const expected =
      networkAddresses().length > 0 ? /^http:\/\/(?!localhost|127\.|\[::1)/ : /^http:\/\/localhost:3000$/;
    for (const origin of reachableOrigins(EVERYWHERE, { host })) expect(origin).toMatch(expected);
    expect(reachableOrigins({ ...EVERYWHERE, host: '127.0.0.1' }, { host })).toEqual(['http://localhost:3000']);
    expect(reachableOrigins({ ...EVERYWHERE, host: '10.0.0.7' }, { host })).toEqual(['http://10.0.0.7:3000']);
  },
);
