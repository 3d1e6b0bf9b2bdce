import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { CAUSES } from '../../contract/constants';
import { addProgram, newestDeliveries } from '../testing/deliveries';
import { eventBody, eventMembers } from '../testing/events';
import { DEFAULT_CONTEXT } from '../testing/kitchen';
import { startServer } from '../testing/running-server';
import { translate } from '../webhooks/translate';
import { causeOf } from './causes';

const AT = Date.UTC(2026, 5, 19, 15, 32);
const { event, sender } = eventMembers({ at: AT });
const start = (members: object) => JSON.stringify({ event, sender, course: { courseNumber: 1 }, ...members });

type Case = { path?: string; body: string | Uint8Array; contentType?: string | null; cause: string };

/** One body for each cause that depends on the body alone. */
const CASES: Case[] = [
  { body: eventBody({ at: AT }), contentType: null, cause: 'content-type' },
  { body: eventBody({ at: AT }), contentType: 'text/plain', cause: 'content-type' },
  { body: 'not json', cause: 'not-json' },
  { body: '{"a":', cause: 'not-json' },
  { body: Buffer.of(0xff), cause: 'not-json' },
  { body: '[]', cause: 'not-json' },
  { body: '['.repeat(100_000), cause: 'not-json' },
  { body: JSON.stringify({ event, sender }), cause: 'no-details' },
  { path: 'scanCode', body: JSON.stringify({ event, sender }), cause: 'no-details' },
  { path: 'scanCode', body: JSON.stringify({ event, sender, scanCode: {} }), cause: 'no-details' },
  { body: start({}), cause: 'no-order' },
  { body: start({ tableOrder: 3 }), cause: 'member' },
  { body: JSON.stringify({ sender, course: { courseNumber: 1 } }), cause: 'member' },
  { body: start({ tableOrder: { number: 1, year: 2026 }, course: { courseNumber: 'x' } }), cause: 'member' },
  { path: 'selectRelation', body: JSON.stringify({ event, sender, selectRelation: null }), cause: 'till' },
  { path: 'kitchenDance must be', body: JSON.stringify({ event, sender }), cause: 'unknown-event' },
  { body: JSON.stringify({ error: { code: 'X' }, original: {} }), cause: 'pos-reports' },
  { body: eventBody({ at: AT + 86_400_001 }), cause: 'dated-ahead' },
];

it.each(CASES)(
  '$cause of $body on $path',
  ({ path = 'kitchenStartCourse', body, contentType = 'application/json', cause }) => {
    const bytes = Buffer.from(body);
    const sha = createHash('sha256').update(bytes).digest('hex');
    const translation = translate(bytes, sha, { ...DEFAULT_CONTEXT, pathEvent: path, contentType }, AT);
    if (translation.kind === 'fact') throw new Error('it can be read');
    expect(causeOf(translation.kind, translation.reason)).toBe(cause);
  },
);

it('names causes that depend on stored data, and remarks on applied courses', async () => {
  const server = await startServer();
  const token = await addProgram(server);
  const slip = eventBody({ at: AT, actual: 58 });
  await server.post('kitchenStartCourse', slip);
  await server.post('kitchenServeCourse', slip);
  const { course, ...rest } = eventMembers({ at: AT, course: 7 });
  await server.post('kitchenStartCourse', JSON.stringify({ ...rest, course, kitchenStartCourse: { ...rest, course } }));
  await server.post('kitchenStartCourse', eventBody({ at: AT, course: 8, expected: 7.5 }));
  await server.post('kitchenStartCourse', eventBody({ at: AT, course: 9, expected: 7.5, actual: 58 }));
  const causes = (await newestDeliveries(server, token)).map(({ outcome, cause }) => `${outcome} ${cause}`);
  await server.stop();
  expect(causes).toEqual([
    'applied path-slip',
    'applied left-out',
    'applied told-twice',
    'ignored same-bytes',
    'applied path-slip',
  ]);
  expect(causeOf('applied', 'members under x and at the top level: y; left out: z')).toBe('told-twice');
  expect(causeOf('unreadable', 'could not be stored: it must be something')).toBe('not-stored');
  expect(causeOf('ignored', 'its branch was removed')).toBe('branch-removed');
});

it('docs/contract.md names every cause', () => {
  const text = readFileSync(path.join(import.meta.dirname, '../../docs/contract.md'), 'utf8');
  const [, table = ''] = /\n\| `outcome` \| `cause` \|[^\n]*\n(.*?)\n\n/s.exec(text) ?? [];
  const named = [...table.matchAll(/^\| [^|]*\| `([^`]+)` \|/gm)].map(([, cause]) => cause);
  expect(named.toSorted()).toEqual([...CAUSES].toSorted());
});

it('is null for an unknown reason, and without one', () => {
  expect(causeOf('applied', null)).toBeNull();
  expect(causeOf('unreadable', 'the moon was wrong')).toBeNull();
  expect(causeOf('applied', 'the body is not UTF-8')).toBeNull();
  const tried = new Set<string>([
    ...CASES.map(({ cause }) => cause),
    'told-twice',
    'other-branch',
    'left-out',
    'same-bytes',
    // Of a delivery for a sealed order, in server/privacy/retention.thorough.test.ts.
    'sealed',
    'branch-removed',
    'path-slip',
    'not-stored',
    'read-before',
  ]);
  expect(CAUSES.filter((cause) => !tried.has(cause))).toEqual([]);
});
