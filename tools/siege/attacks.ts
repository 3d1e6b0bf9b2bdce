import { randomBytes } from 'node:crypto';
import { SUBSCRIPTION } from '../../server/testing/pos-key';
import { clientFrame } from '../harness/proxy';
import { START_ATTACKS } from './start-attacks';
import { TRUSTED_ATTACKS } from './trusted-attacks';
import { every, type Findings, inTurn, keepOpen, post, request, type Target, UPGRADE } from './web-socket';

const noise = () => randomBytes(6).toString('hex');

/** A second request inside the body of a first one, for servers that read its length in two ways. */
const HIDDEN = request('GET', '/api/v1/board');
const SMUGGLED = [
  request('POST', '/login', { 'Content-Length': '4', 'Transfer-Encoding': 'chunked' }, `0\r\n\r\n${HIDDEN}`),
  request('POST', '/login', { 'Content-Length': String(HIDDEN.length), 'Transfer-Encoding': ' chunked' }, HIDDEN),
  request('POST', '/login', { 'Transfer-Encoding': 'chunked, identity' }, `0\r\n\r\n${HIDDEN}`),
  `POST /login HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\nContent-Length: ${HIDDEN.length}\r\n\r\n${HIDDEN}`,
  `GET /login HTTP/1.1\r\nHost: localhost\r\nX-Folded: a\r\n GET /api/v1/board HTTP/1.1\r\n\r\n`,
  `GET /login HTTP/1.1\nHost: localhost\n\n${HIDDEN}`,
];

const PATHS = [
  '//manager',
  '/manager/..;/manager',
  '/%6danager',
  '/manager%00',
  '/_next/../manager',
  '/_next/data/build/manager.json',
  '/_next/image?url=%2Fmanager&w=64&q=75',
  '/..%2f..%2fetc/passwd',
  '/kitchen/../api/v1/board',
  '/api/v1/board?branch=1',
  '/api/v1/board/%2e%2e/board',
  '/api//v1/board',
  '/overview?branch=1',
  'http://127.0.0.1/manager',
];

/** Headers by which frameworks and proxies pass requests on to themselves. */
const INNER_HEADERS: Record<string, string>[] = [
  { 'x-middleware-subrequest': 'middleware:middleware:middleware:middleware:middleware' },
  { 'x-middleware-rewrite': '/manager', 'x-middleware-next': '1' },
  { 'x-matched-path': '/manager', 'x-invoke-path': '/manager', 'x-invoke-status': '200' },
  { RSC: '1', 'Next-Router-Prefetch': '1', 'Next-Router-State-Tree': '%5B%22%22%5D' },
  { 'Next-Action': noise(), 'Content-Length': '0' },
  { 'x-nextjs-data': '1', 'x-heatlamp-query': 'branch=1' },
  { 'X-Forwarded-For': '127.0.0.1', 'X-Forwarded-Host': 'localhost', 'X-Original-URL': '/manager' },
];

const STRANGE_NAMES = ['__proto__', 'constructor', 'toString', 'hasOwnProperty'];
const INJECTIONS = ["' OR 1=1 --", '{{7*7}}', '<script>alert(1)</script>', '../../etc/passwd\0', '=cmd|calc'];

/** What anybody on the network can do. */
const STRANGER_ATTACKS = {
  'pages: 300 connections with 10 pipelined requests for /login': (target) =>
    keepOpen(target, 300, (socket) => void socket.write(request('GET', '/login').repeat(10))),
  'pages: 50 connections that ask for other addresses all the time': (target) =>
    keepOpen(target, 50, (socket) => {
      const ask = () => {
        const paths = [`/kitchen?x=${noise()}`, `/${noise()}`, `/manager/${noise()}`, `/overview?${noise()}`];
        paths.push(`/socket.io/?EIO=4&transport=polling&t=${noise()}`);
        for (const path of paths)
          socket.write(request('GET', path, { RSC: '1', Cookie: `heatlamp_screen=${noise()}` }));
      };
      ask();
      socket.on('data', ask);
    }),
  'pages: other methods, and OPTIONS *': (target) =>
    keepOpen(
      target,
      50,
      inTurn([
        ...['POST', 'PUT', 'DELETE', 'PATCH'].map((method) => request(method, '/login', { 'Content-Length': '0' })),
        request('OPTIONS', '*'),
        request('TRACE', '/'),
        request('CONNECT', 'localhost:80'),
      ]),
    ),
  'pages: paths that lead elsewhere in another reading': (target) =>
    keepOpen(target, 50, inTurn(PATHS.map((path) => request('GET', path)))),
  'pages: headers of Next, middleware and proxies': (target) =>
    keepOpen(
      target,
      50,
      inTurn(INNER_HEADERS.flatMap((headers) => ['/', '/manager'].map((path) => request('GET', path, headers)))),
    ),
  'requests: a second request hidden in a first one': (target) => keepOpen(target, 50, inTurn(SMUGGLED)),
  'requests: other hosts and origins': (target) =>
    keepOpen(
      target,
      50,
      inTurn([
        request('GET', '/', { Host: 'elsewhere.example' }),
        request('GET', '/api/v1/board', { Origin: 'http://elsewhere.example' }),
        post('/api/auth/sign-in', '{"name":"x","password":"y"}', { Origin: 'null' }),
        UPGRADE.replace('\r\n\r\n', '\r\nOrigin: http://elsewhere.example\r\n\r\n'),
      ]),
    ),
  'requests: names of prototypes, and text for other languages': (target) =>
    keepOpen(
      target,
      50,
      inTurn([
        ...STRANGE_NAMES.flatMap((name) => [
          request('GET', `/api/v1/history/courses?${name}=1`),
          post('/api/auth/sign-in', `{"${name}":{"admin":true},"name":"x","password":"y"}`),
          post('/api/v1/pair', `{"token":"${name}"}`),
        ]),
        ...INJECTIONS.map((text) => request('GET', `/api/v1/history/courses?q=${encodeURIComponent(text)}`)),
        ...INJECTIONS.map((text) => post('/api/auth/link', JSON.stringify({ token: text }))),
      ]),
    ),
  'requests: 400 connections with a body that never ends': (target) =>
    keepOpen(target, 400, (socket) => {
      socket.write(request('GET', '/healthz', { 'Content-Length': '1000000' }));
      every(socket, 500, () => 'x');
    }),
  'requests: 400 connections with headers that never end': (target) =>
    keepOpen(target, 400, (socket) => {
      socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n');
      every(socket, 500, () => `X-${randomBytes(3).toString('hex')}: 1\r\n`);
    }),
  'sign-in: 50 connections that guess passwords': (target) =>
    keepOpen(
      target,
      50,
      inTurn(
        Array.from({ length: 20 }, () =>
          post('/api/auth/sign-in', JSON.stringify({ name: noise(), password: noise() })),
        ),
      ),
    ),
  'pairing: 50 connections that ask for codes and guess tokens': (target) =>
    keepOpen(
      target,
      50,
      inTurn([
        post('/api/v1/pairings', '{}'),
        ...Array.from({ length: 5 }, () => post('/api/v1/pair', `{"token":"${noise()}"}`)),
      ]),
    ),
  'webhooks: 50 connections with an unknown subscription': (target) =>
    keepOpen(target, 50, inTurn([request('POST', '/webhooks/kitchenStartCourse', { 'Content-Length': '2' }, '{}')])),
  'webhooks: bodies of 255 KB with a wrong signature, not quite finished': (target) =>
    keepOpen(target, 400, (socket) => {
      const headers = {
        'Content-Type': 'application/json',
        'X-Service-Subscription-Id': SUBSCRIPTION,
        'X-Service-Signature': randomBytes(32).toString('base64'),
        'Content-Length': String(255_001),
      };
      socket.write(request('POST', '/webhooks/kitchenStartCourse', headers, 'x'.repeat(255_000)));
    }),
  'sockets: 40 without a handshake, one-byte fragments between pongs': (target) =>
    keepOpen(target, 40, (socket) => {
      socket.write(UPGRADE);
      const pairs = Array(400)
        .fill([clientFrame('x', 0x00), clientFrame('', 0x8a)])
        .flat();
      const many = Buffer.concat([clientFrame('x', 0x01), ...pairs]);
      every(socket, 5, () => many);
    }),
  'sockets: 2 without a handshake, tiny frames without a pause': (target) =>
    keepOpen(target, 2, (socket) => {
      socket.write(UPGRADE);
      const many = Buffer.concat(Array(20_000).fill(clientFrame('', 0x89)));
      every(socket, 5, () => (socket.writableLength < many.length ? many : null));
    }),
} satisfies Record<string, (target: Target) => Promise<Findings>>;

/** What somebody does until a time. Each resolves to what it got. */
export const ATTACKS = { ...START_ATTACKS, ...STRANGER_ATTACKS, ...TRUSTED_ATTACKS };
export type AttackName = keyof typeof ATTACKS;
