import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Finding } from '../../contract/system';
import { addProgram } from '../testing/deliveries';
import { eventBody } from '../testing/events';
import { addManager } from '../testing/managers';
import { KEY, SECRET } from '../testing/pos-key';
import { type RunningServer, startServer } from '../testing/running-server';
import { sign } from '../webhooks/sign';
import { sendCommand } from './control';
import type { Diagnosis } from './doctor';
import { spaceFindings } from './findings';
import { toText } from './to-text';

const MINUTE = 60_000;
/** Findings of every new installation. */
const NEW = ['no manager', 'no backup was made yet'];

let server: RunningServer;
beforeEach(async () => {
  server = await startServer();
  await addProgram(server);
});
afterEach(() => server.stop());

/** Runs the doctor through the running server, which alone knows its refusals. */
async function diagnose(): Promise<Diagnosis> {
  const answer = await sendCommand(server.core.config.controlSocket, 'doctor', {});
  if (!answer?.ok) throw new Error(answer?.message ?? 'no server');
  return answer.result as Diagnosis;
}

/** What could be done, apart from what every new installation lacks. */
async function warnings(): Promise<Finding[]> {
  return (await diagnose()).findings.filter(({ level, what }) => level !== 'ok' && !NEW.includes(what));
}

const start = (fields: Partial<Parameters<typeof eventBody>[0]>, event = 'kitchenStartCourse') =>
  server.post(event, eventBody({ at: Date.now() - MINUTE, ...fields }));

/** Ten finished courses of ten minutes, with the same time from the POS. */
async function finishTen(actual: number): Promise<void> {
  const at = Date.now() - 20 * MINUTE;
  for (let course = 1; course <= 10; course += 1) {
    await start({ at, course });
    await start({ at: at + 10 * MINUTE, course, actual }, 'kitchenCompleteCourse');
  }
}

it('reports no problem on a healthy server', async () => {
  await finishTen(600);
  const { ok, findings } = await diagnose();
  expect(await warnings()).toEqual([]);
  expect(ok).toBe(true);
  const text = findings.map(({ what, why }) => `${what}: ${why}`).join('\n');
  expect(text).toMatch(/SQLite 3.*synchronous 2|PostgreSQL \d+.*fsync on/);
  expect(text).toContain('its own check found no errors in 20 deliveries');
  expect(text).toContain('the POS sends preparation times in seconds');
  expect(text).toMatch(/GB are free on the disk of .*heatlamp/);
});

it('reports a disk that is about to be full, before deliveries are refused', async () => {
  const [found] = await spaceFindings(server.core.config, async () => 4e8);
  expect(found).toMatchObject({ level: 'warn', what: `0.4 GB are free on the disk of ${server.dataDir}` });
});

it('gives hints about what a fresh installation lacks, which are no problems', async () => {
  await server.command('subscription remove', { id: 'heatlamp' });
  const screens = await server.command<{ id: number }[]>('screen list');
  for (const { id } of screens) await server.command('screen revoke', { id });
  const { ok, findings } = await diagnose();
  const found = findings.filter(({ level }) => level !== 'ok');
  expect(found.map(({ level, what }) => `${level}: ${what}`)).toEqual(
    expect.arrayContaining(['hint: no subscription', 'hint: no screen', 'hint: no manager']),
  );
  for (const finding of found) expect(finding.do).not.toBe('nothing');
  expect(ok).toBe(true);
  const text = toText('doctor', { ok, findings });
  expect(text).toMatch(/^hint {2}no screen\n.*\n {6}→ open \/pair /m);
  expect(text).toMatch(/^No problems found\. A hint is something that can still be set up\.$/m);
});

it('gives a hint about passwords over plain http once a manager has one, with what to do', async () => {
  const http = 'managers sign in over plain http';
  expect((await warnings()).map(({ what }) => what)).not.toContain(http);
  await addManager(server);
  const { ok, findings } = await diagnose();
  expect(findings.find(({ what }) => what === http)).toMatchObject({
    level: 'hint',
    do: expect.stringContaining('PUBLIC_URL'),
  });
  expect(ok).toBe(true);
});

describe('the unit of the POS’s times', () => {
  it('is reported with its evidence while it is unknown', async () => {
    await start({ at: Date.now() - 20 * MINUTE });
    await start({ at: Date.now() - 10 * MINUTE, actual: 600 }, 'kitchenCompleteCourse');
    expect(await warnings()).toEqual([
      {
        level: 'hint',
        about: 'unit',
        what: "branch 1: the unit of the POS's preparation times is not known yet",
        why: 'finished courses suggest seconds 1, minutes 0, milliseconds 0',
        do: expect.stringContaining('posTimeUnit'),
      },
    ]);
  });

  it('is reported if the setting contradicts the courses', async () => {
    await finishTen(10);
    await server.command('setting set', { key: 'posTimeUnit', value: 'seconds', branch: 1 });
    expect(await warnings()).toMatchObject([
      {
        what: 'branch 1: preparation times are read as seconds, but look like minutes',
        why: expect.stringContaining('minutes 10'),
      },
    ]);
  });
});

describe('an order that is stored twice', () => {
  it('by its id and by its number is reported', async () => {
    await start({ course: 1 });
    await start({ course: 2, order: null });
    expect((await warnings()).map(({ what }) => what)).toContain(
      'branch 1: table order 85214 of 2026 is stored as 2 orders',
    );
  });

  it('as a table order and as the cafeteria order beside it is reported', async () => {
    const cafeteria = { orderId: 'b0ddb40c-0435-40b1-a976-2e82df8f2f8a', year: 2026, number: 6501, ticketNumber: 1 };
    await start({ course: 1, cafeteria });
    await start({ course: 2, cafeteria, order: null, number: null });
    expect((await warnings()).map(({ what }) => what)).toContain(
      'branch 1: table order 85214 of 2026 is stored as 2 orders',
    );
  });

  it('is not reported for the same number in two years, or in two branches', async () => {
    await start({ course: 1 });
    await start({ course: 1, order: null, year: 2025 });
    await start({ course: 1, order: null, branch: 2 });
    expect((await warnings()).filter(({ what }) => what.includes('is stored as'))).toEqual([]);
  });
});

describe('refused requests', () => {
  const body = eventBody({ at: Date.now() });
  const refused = async () => (await warnings()).filter(({ what }) => what.includes('refused'));
  const postSigned = (signature: string) =>
    server.post('kitchenStartCourse', body, { 'X-Service-Signature': signature });

  it('are reported with the signing variant that would have matched, also if more followed at once', async () => {
    // Only one in a second is explained.
    const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now());
    await postSigned(sign(Buffer.from(body), { ...KEY, secretEncoding: 'utf8' }));
    for (let more = 0; more < 3; more += 1) await postSigned('AAAA');
    clock.mockRestore();
    const [finding, ...others] = await refused();
    expect(others).toEqual([]);
    expect(finding?.what).toMatch(/^4 requests refused with INVALID_SIGNATURE for subscription heatlamp, the last at /);
    expect(finding?.why).toContain('it would match with --secret-encoding utf8');
    expect(finding?.do).toContain('back office');
    expect(JSON.stringify(finding)).not.toContain(SECRET);
  });

  it('are counted by cause, and name no subscription that is not ours', async () => {
    await server.post('kitchenStartCourse', body, { 'X-Service-Subscription-Id': 'J. Smith' });
    await server.post('kitchenStartCourse', body, { 'X-Service-Subscription-Id': 'somebody else' });
    await server.post('kitchenStartCourse', body, { 'X-Service-Signature': '' });
    const found = await refused();
    expect(found.map(({ what }) => what.replace(/, the last.*/, ''))).toEqual([
      '2 requests refused with INVALID_SUBSCRIPTION_ID',
      '1 requests refused with NO_SIGNATURE for subscription heatlamp',
    ]);
    expect(JSON.stringify(found)).not.toContain('Smith');
  });
});

it('unreadable deliveries are reported with the newest reason until they are replayed', async () => {
  await server.post('kitchenStartCourse', 'not json');
  await server.post('scanCode', eventBody({ at: Date.now() }));
  const found = async () => (await warnings()).filter(({ what }) => what.includes('could not be read'));
  expect(await found()).toEqual([
    {
      level: 'warn',
      about: 'unreadable',
      what: '2 deliveries could not be read',
      why: 'the newest: the body has no member scanCode',
      do: expect.stringContaining('deliveries replay --outcome unreadable'),
    },
  ]);
  await server.command('subscription remove', { id: 'heatlamp' });
  await server.command('subscription add', { id: 'heatlamp', ...KEY, event: 'kitchenStartCourse' });
  await server.command('deliveries replay', { outcome: 'unreadable' });
  expect((await found()).map(({ what }) => what)).toEqual(['1 delivery could not be read']);
});

it('an implausible clock difference is reported, and that timers ignore it', async () => {
  const now = Date.now();
  for (let minute = 0; minute < 6; minute += 1) {
    server.setNow(now + minute * MINUTE);
    await start({ at: now + (minute + 8 * 60) * MINUTE, course: minute + 1 });
  }
  const [clock] = (await warnings()).filter(({ what }) => what.includes('clock'));
  expect(clock?.what).toBe("branch 1: the POS's clock is 28800 s ahead of ours");
  expect(clock?.why).toContain('are wrong');
});

it('[F23a] a clock that is half a day behind is reported, and that no screen shows its courses', async () => {
  const now = Date.now();
  for (let minute = 0; minute < 6; minute += 1) {
    server.setNow(now + minute * MINUTE);
    await start({ at: now + (minute - 12 * 60) * MINUTE, course: minute + 1 });
  }
  const [clock] = (await warnings()).filter(({ what }) => what.includes('clock'));
  expect(clock?.what).toBe("branch 1: the POS's clock is 43200 s behind ours");
  expect(clock?.why).toContain('no screen shows them');
});

it('[F23b] a clock is not said to agree before it is known', async () => {
  await start({ at: Date.now() });
  const { findings } = await diagnose();
  expect(findings.map(({ what }) => what).filter((what) => what.includes('clock'))).toEqual([
    "branch 1: how far the POS's clock is off is not known yet",
  ]);
});

it('a clock difference is reported with its direction', async () => {
  const now = Date.now();
  for (let minute = 0; minute < 6; minute += 1) {
    server.setNow(now + minute * MINUTE);
    await start({ at: now + minute * MINUTE - 5 * MINUTE, course: minute + 1 });
  }
  expect((await warnings()).map(({ what }) => what)).toContain("branch 1: the POS's clock is 300 s behind ours");
});
