import { readFileSync } from 'node:fs';
import path from 'node:path';
import { io, type Socket } from 'socket.io-client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isOnPostgresql } from '../testing/data-folder';
import { eventBody } from '../testing/events';
import { type RunningServer, startServer } from '../testing/running-server';
import { METRICS } from './metrics';

type Rule = Record<'alert' | 'expr' | 'severity' | 'summary' | 'cause' | 'do', string>;
type Panel = { title: string; description: string; targets?: { expr: string; legendFormat: string }[] };
type Series = { name: string; labels: Record<string, string> };

const read = (file: string) => readFileSync(path.join(import.meta.dirname, '../../docs', file), 'utf8');
const TEXT = read('alerts.yml');
const RULES = TEXT.split(/^ {6}- (?=alert:)/m)
  .slice(1)
  .map(readRule);
/** Panels of the Grafana dashboard that show something; the others are headings. */
const PANELS = (JSON.parse(read('grafana.json')) as { panels: Panel[] }).panels.filter(({ targets }) => targets);
const OPERATING = read('operating.md');
const MINUTE = 60_000;
/** Series that Prometheus itself adds. */
const ITS_OWN = ['up', 'instance', 'job'];
const ONLY_ON_SQLITE = ['heatlamp_last_backup_timestamp_seconds'];

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
  await socket.emitWithAck('board:painted', { ticketIds: [], dataAgeMs: 100 });
  const text = await (await fetch(`${server.url}/metrics`)).text();
  series = text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, name = '', labels = ''] = /^(\w+)(?:\{(.*)\})? /.exec(line) ?? [];
      return { name, labels: matchersIn(labels) };
    });
});
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

/** Checks that a server exports the metrics of an expression, with the labels that it and `mentioned` name. */
function expectExported(expr: string, mentioned: string[]): void {
  const metrics = metricsIn(expr);
  expect(metrics.length).toBeGreaterThan(0);
  const known = new Set<string>(ITS_OWN);
  const absent = isOnPostgresql() ? [...ITS_OWN, ...ONLY_ON_SQLITE] : ITS_OWN;
  for (const { name, labels } of metrics.filter(({ name }) => !absent.includes(name))) {
    const exported = series.filter((one) => one.name === name);
    const wanted = Object.entries(labels);
    const fits = exported.filter((one) => wanted.every(([label, value]) => one.labels[label] === value));
    expect([name, labels, fits.length > 0]).toEqual([name, labels, true]);
    for (const label of Object.keys(fits[0]?.labels ?? {})) known.add(label);
  }
  for (const label of [...groupedBy(expr), ...mentioned]) expect([...known]).toContain(label);
}

const namesIn = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].flatMap(([, name]) => name ?? []);

it.each(RULES)('$alert uses existing metrics and labels', ({ expr, summary }) =>
  expectExported(expr, namesIn(summary, /\$labels\.(\w+)/g)),
);

it.each(PANELS)('the panel "$title" of the dashboard uses existing metrics and labels', ({ targets = [] }) => {
  for (const { expr, legendFormat } of targets) expectExported(expr, namesIn(legendFormat, /\{\{(\w+)\}\}/g));
});

it('every metric is on the dashboard, and is explained', () => {
  const shown = PANELS.flatMap(({ targets = [] }) => targets.flatMap(({ expr }) => metricsIn(expr)));
  const names = METRICS.map(({ name }) => name);
  const withoutPart = (name: string) => name.replace(/_bucket$/, '');
  expect(names.filter((name) => !shown.some((one) => withoutPart(one.name) === name))).toEqual([]);
  expect(names.filter((name) => !OPERATING.includes(`| \`${name}\``))).toEqual([]);
});
