import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { eventBody } from '../testing/events';
import { DEFAULT_CONTEXT, deliveryOf } from '../testing/kitchen';
import { translate } from '../webhooks/translate';
import type { Delivery } from './delivery';
import { type Inbox, openInbox } from './inbox';
import { importOldSpool } from './old-spool';

let folder: string;
let spool: string;
let inbox: Inbox;
const messages: string[] = [];

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'heatlamp-old-'));
  spool = path.join(folder, 'spool');
  mkdirSync(spool);
  inbox = openInbox(path.join(folder, 'intake.db'), translate);
  messages.length = 0;
});
afterEach(() => {
  inbox.close();
  rmSync(folder, { recursive: true });
});

const START = 'kitchenStartCourse';

function deliveries(count: number): Delivery[] {
  return Array.from({ length: count }, (_, index) => {
    const at = Date.parse('2026-06-19T18:00:00Z') + index;
    return deliveryOf(START, eventBody({ at }), at);
  });
}

/** A delivery as the oldest versions wrote it. */
function plainLine({ id, receivedAt, subscription, headers, bodySha256, body }: Delivery): string {
  const addressed = { ...DEFAULT_CONTEXT, pathEvent: START };
  return JSON.stringify({
    id,
    receivedAt,
    subscription,
    headers,
    bodySha256,
    addressed,
    body: body.toString('base64'),
  });
}

/** As later versions did, with a checksum. */
function line(delivery: Delivery): string {
  const text = plainLine(delivery);
  return `["${crc32(text).toString(16).padStart(8, '0')}",${text}]`;
}

const write = (name: string, ...lines: string[]) => writeFileSync(path.join(spool, name), lines.join('\n'));
const move = () => {
  const log = (_: object, message: string) => void messages.push(message);
  return importOldSpool(spool, inbox, translate, { info: log, warn: log });
};

it('moves the deliveries of both files to the inbox, and deletes the files', async () => {
  const all = deliveries(450);
  write('deliveries.jsonl', ...all.slice(0, 448).map(line), plainLine(all[448] as Delivery), '');
  write('set-aside.jsonl', line(all[449] as Delivery), '');
  await move();
  expect(inbox.next(1_000, 10_000_000)).toEqual(all);
  expect(existsSync(spool)).toBe(false);
  expect(messages).toEqual(['the spool of an older version was moved to the inbox']);
  await move();
  expect(inbox.count()).toBe(450);
});

it('omits what was projected already, and what a probe left', async () => {
  const [kept, old] = deliveries(2).map(line);
  write('deliveries.jsonl', kept ?? '', ' '.repeat(5_000), `\u0004${old}`, old ?? '', '');
  await move();
  expect(inbox.count()).toBe(1);
});

it('leaves lines that cannot be read in set-aside.jsonl', async () => {
  const [one, two, changed] = deliveries(3).map(line);
  const damaged = [changed?.replace('"headers":{}', '"headers":[]') ?? '', 'nonsense', '{"id":"half'];
  write('deliveries.jsonl', one ?? '', damaged[0] ?? '', two ?? '', damaged[2] ?? '');
  write('set-aside.jsonl', damaged[1] ?? '', '');
  await move();
  expect(inbox.count()).toBe(2);
  expect(readFileSync(path.join(spool, 'set-aside.jsonl'), 'utf8').trim().split('\n').toSorted()).toEqual(
    damaged.toSorted(),
  );
  expect(existsSync(path.join(spool, 'deliveries.jsonl'))).toBe(false);
});

it('does nothing without an old spool', async () => {
  rmSync(spool, { recursive: true });
  await move();
  expect([inbox.count(), messages]).toEqual([0, []]);
});
