import { expect, it } from 'vitest';
import { isOwnOrigin } from './own-addresses';

const HOST = 'kitchen.example';
const PROXY = '10.0.0.1';
const BEHIND_PROXY = { publicUrl: null, trustProxy: [PROXY] };

const isOwn = (origin: string, proto: string | undefined, config: Parameters<typeof isOwnOrigin>[1]) =>
  isOwnOrigin(
    { socket: { remoteAddress: PROXY }, headers: { host: HOST, origin, ...(proto && { 'x-forwarded-proto': proto }) } },
    config,
  );

it('is that of a page under the name of the request, or of PUBLIC_URL', () => {
  const config = { publicUrl: 'https://public.example', trustProxy: [] };
  for (const origin of [`http://${HOST}`, `https://${HOST}`, 'https://public.example'])
    expect([origin, isOwn(origin, undefined, config)]).toEqual([origin, true]);
  for (const origin of [`http://${HOST}:81`, 'http://public.example', 'null', '', `http://${HOST}.example`])
    expect([origin, isOwn(origin, undefined, config)]).toEqual([origin, false]);
});

it('is not that of a page over plain http, which anybody on the network can forge, where the server has https', () => {
  expect(isOwn(`https://${HOST}`, 'https', BEHIND_PROXY)).toBe(true);
  expect(isOwn(`http://${HOST}`, 'https', BEHIND_PROXY)).toBe(false);
  expect(isOwn(`http://${HOST}`, undefined, { publicUrl: `https://${HOST}`, trustProxy: [] })).toBe(false);
});

it('may be https where the server does not know that a proxy has it', () => {
  expect(isOwn(`https://${HOST}`, undefined, BEHIND_PROXY)).toBe(true);
  expect(isOwn(`http://${HOST}`, 'http', BEHIND_PROXY)).toBe(true);
});
