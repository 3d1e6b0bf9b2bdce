import { describe, expect, it } from 'vitest';
import { readConfig } from '../config';
import { addressOf, isHttps, networkOf } from './peer';

const from = (remoteAddress: string, headers: Record<string, string> = {}) => ({ socket: { remoteAddress }, headers });
const trusting = (...trustProxy: string[]) => ({ publicUrl: null, trustProxy });

describe("the client's address", () => {
  it('is that of the connection without a trusted proxy, regardless of headers', () => {
    const forwarded = { 'x-forwarded-for': '203.0.113.7' };
    expect(addressOf(from('192.168.1.20', forwarded), trusting())).toBe('192.168.1.20');
    expect(addressOf(from('::ffff:192.168.1.20', forwarded), trusting('10.0.0.1'))).toBe('192.168.1.20');
  });

  it('is the last one that no trusted proxy added', () => {
    const forwarded = { 'x-forwarded-for': '1.1.1.1, 203.0.113.7, 10.0.0.2' };
    expect(addressOf(from('10.0.0.1', forwarded), trusting('10.0.0.0/8'))).toBe('203.0.113.7');
    expect(addressOf(from('::ffff:10.0.0.1', forwarded), trusting('10.0.0.1'))).toBe('10.0.0.2');
    expect(addressOf(from('fd00::1', { 'x-forwarded-for': '2001:db8::7' }), trusting('fd00::/8'))).toBe('2001:db8::7');
  });

  it.each([
    ['203.0.113.7:49152', '203.0.113.7'],
    ['[2001:db8::7]:49152', '2001:db8::7'],
    ['[2001:db8::7]', '2001:db8::7'],
    ['[::ffff:203.0.113.7]:49152', '203.0.113.7'],
  ])('is without the port that some proxies add: %s', (text, address) => {
    expect(addressOf(from('10.0.0.1', { 'x-forwarded-for': text }), trusting('10.0.0.1'))).toBe(address);
  });

  it('is the proxy’s if that sends no valid address', () => {
    for (const text of ['', 'unknown', 'a, b', '203.0.113.7:', ':80', '[203.0.113.7', ','])
      expect(addressOf(from('10.0.0.1', { 'x-forwarded-for': text }), trusting('10.0.0.1'))).toBe('10.0.0.1');
    expect(addressOf(from('10.0.0.1'), trusting('10.0.0.1'))).toBe('10.0.0.1');
  });
});

describe('https', () => {
  const secure = { 'x-forwarded-proto': 'https' };

  it('is accepted from a trusted proxy only', () => {
    expect(isHttps(from('10.0.0.1', secure), trusting('10.0.0.1'))).toBe(true);
    expect(isHttps(from('10.0.0.1', { 'x-forwarded-proto': 'http' }), trusting('10.0.0.1'))).toBe(false);
    expect(isHttps(from('10.0.0.2', secure), trusting('10.0.0.1'))).toBe(false);
    expect(isHttps(from('10.0.0.2', secure), trusting())).toBe(false);
  });

  it('applies to the name of PUBLIC_URL, and not to the address on the local network', () => {
    const config = { publicUrl: 'https://lamp.example', trustProxy: [] };
    expect(isHttps(from('127.0.0.1', { host: 'lamp.example' }), config)).toBe(true);
    expect(isHttps(from('127.0.0.1', { host: '192.168.1.5:3000' }), config)).toBe(false);
    expect(isHttps(from('127.0.0.1', { host: 'lamp.example' }), { ...config, publicUrl: 'http://lamp.example' })).toBe(
      false,
    );
  });
});

it('a proxy setting that is not an address is reported when the server starts', () => {
  for (const wrong of ['loopback', '10.0.0', '10.0.0.0/33', '10.0.0.0/', '::1/129', '1.2.3.4/8/8'])
    expect(readConfig({ TRUST_PROXY: `127.0.0.1, ${wrong}` })).toMatchObject({ ok: false });
  expect(readConfig({ TRUST_PROXY: ' 127.0.0.1, ::1, 10.0.0.0/8,' })).toMatchObject({
    ok: true,
    config: { trustProxy: ['127.0.0.1', '::1', '10.0.0.0/8'] },
  });
});

it.each([
  ['192.168.1.20', '192.168.1.20'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:DB8:0001:2::1', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['64:ff9b::192.0.2.7', '64:ff9b:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  ['', ''],
])('the network of %s is %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});
