import { readFileSync } from 'node:fs';
import path from 'node:path';
import { io, type Socket } from 'socket.io-client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventBody } from '../testing/events';
import { type RunningServer, startServer } from '../testing/running-server';

type Rule = Record<'alert' | 'expr' | 'severity' | 'summary' | 'cause' | 'do', string>;
type Series = { name: string; labels: Record<string, string> };

const TEXT = readFileSync(path.join(import.meta.dirname, '../../docs/alerts.yml'), 'utf8');
const RULES = TEXT.split(/^ {6}- (?=alert:)/m)
  .slice(1)
  .map(readRule);
const MINUTE = 60_000;
/** Series that Prometheus itself adds. */
const ITS_OWN = ['up', 'instance', 'job'];

let server: RunningServer;
let socket: Socket;
let series: Series[];

beforeAll(async () => {
  server = await startServer();
  const now = Date.now();
  for (let minute = 0; minute < 6; minute += 1) {
    server.setNow(now + minute * MINUTE);
    await server.post('kitchenStartCourse', eventBody({ at: now + minute * MINUTE, course: minute + 1 }));
  }
  const { token } = await server.command<{ token: string }>('screen add', {
    name: 'W',
    branches: [1],
    view: 'kitchen',
  });
  socket = io(server.url, { transports: ['websocket'], auth: { token }, forceNew: true });
  await new Promise((shown) => socket.once('board:snapshot', shown));
  await socket.emitWithAck('board:painted', { version: 1, ticketIds: [], dataAgeMs: 100 });
  const text = await (await fetch(`${server.url}/metrics`)).text();
  series = text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, name = '', labels = ''] = /^(\w+)(?:\{(.*)\})? /.exec(line) ?? [];
      return { name, labels: matchersIn(labels) };
    });
}, 60_000);
afterAll(async () => {
  socket.disconnect();
  await server.stop();
});

function readRule(text: string): Rule {
  const value = (key: string) => {
    const [, value = ''] = new RegExp(`(?:^|[ {])${key}: (.+?)(?: })?$`, 'm').exec(text) ?? [];
    return value.replace(/^'(.*)'$/, '$1');
  };
  const keys = ['alert', 'expr', 'severity', 'summary', 'cause', 'do'] as const;
  return Object.fromEntries(keys.map((key) => [key, value(key)])) as Rule;
}

function matchersIn(text: string): Record<string, string> {
  return Object.fromEntries([...text.matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [name, value]));
}

/** Metrics of an expression, with the labels that it selects. */
function metricsIn(expr: string): Series[] {
  return [...expr.matchAll(/\b((?:heatlamp|process|nodejs)_\w+|up)\b(?:\{([^}]*)\})?/g)].map(
    ([, name = '', of = '']) => ({
      name,
      labels: matchersIn(of),
    }),
  );
}

/** Labels by which an expression groups or joins. */
function groupedBy(expr: string): string[] {
  return [...expr.matchAll(/\b(?:by|on) ?\(([^)]*)\)/g)].flatMap(([, names = '']) => names.split(/, */));
}

it('are all parsed', () => {
  expect(RULES.length).toBeGreaterThan(15);
  expect(RULES).toHaveLength([...TEXT.matchAll(/alert:/g)].length);
  expect(new Set(RULES.map(({ alert }) => alert)).size).toBe(RULES.length);
});

it.each(RULES)('$alert explains its meaning and the remedy', ({ severity, summary, cause, do: remedy }) => {
  expect(['page', 'look']).toContain(severity);
  for (const text of [summary, cause, remedy]) expect(text.length).toBeGreaterThan(10);
});

it.each(RULES)('$alert uses existing metrics and labels', ({ expr, summary }) => {
  const metrics = metricsIn(expr);
  expect(metrics.length).toBeGreaterThan(0);
  const known = new Set<string>(ITS_OWN);
  for (const { name, labels } of metrics.filter(({ name }) => !ITS_OWN.includes(name))) {
    const exported = series.filter((one) => one.name === name);
    const wanted = Object.entries(labels);
    const fits = exported.filter((one) => wanted.every(([label, value]) => one.labels[label] === value));
    expect([name, labels, fits.length > 0]).toEqual([name, labels, true]);
    for (const label of Object.keys(fits[0]?.labels ?? {})) known.add(label);
  }
  for (const label of groupedBy(expr)) expect([...known]).toContain(label);
  for (const [, label = ''] of summary.matchAll(/\$labels\.(\w+)/g)) expect([...known]).toContain(label);
});
