import { expect, it } from 'vitest';
import type { FleetScreen } from '../../contract/screens';
import { type TaskSource, tasksOf } from './next-tasks';

const NOW = Date.parse('2026-06-19T18:00:00Z');
const ago = (minutes: number) => new Date(NOW - minutes * 60_000).toISOString();

const screen = (name: string, changes: Partial<FleetScreen>): FleetScreen => ({
  ...{ id: 1, name, branches: [1], view: 'kitchen', state: 'live', limits: null, isCurrent: true },
  ...{ lastSeenAt: ago(0), paintedAt: ago(0), dataAgeMs: 0, device: null },
  ...changes,
});
const fleet = (...screens: FleetScreen[]) => ({ serverTime: ago(0), screens });
const subscription = (id: string, lastDeliveryAt: string | null, secrets = 1) => ({
  ...({ id, event: null, secretEncoding: 'base64', signatureEncoding: 'base64', algorithm: 'sha256' } as const),
  ...{ secrets, oldSecretUntil: null, isSecretUnused: false, createdAt: ago(600), lastDeliveryAt },
});
const refusal = (subscriptionId: string, lastAt: string) => ({
  ...({ code: 'INVALID_SIGNATURE', problem: null, subscriptionId, count: 1, firstAt: lastAt, lastAt } as const),
  ...{ hint: null, finding: null, last: { event: 'kitchenStartCourse', address: '192.0.2.7', headers: {} } },
});
const ofPos = (subscriptions: ReturnType<typeof subscription>[], refusals: ReturnType<typeof refusal>[] = []) => ({
  list: { publicUrl: null, baseUrls: [], headerPrefix: null, events: [], subscriptions },
  refusals: { since: ago(600), refusals },
});
const ofSource = (source: Omit<TaskSource, 'unreadable'>, unreadable: TaskSource['unreadable'] = null) =>
  tasksOf({ ...source, unreadable }, NOW);

it('nothing is to do where everything works', () => {
  expect(ofSource({ fleet: fleet(screen('Wall', {})), ofPos: ofPos([subscription('till', ago(1))]) })).toEqual([]);
});

it('a screen that hangs or went away today is looked after, and one that is switched off is not', () => {
  const screens = fleet(
    screen('Hangs', { state: 'silent' }),
    screen('Gone', { state: 'offline', lastSeenAt: ago(30) }),
    screen('In a drawer', { state: 'offline', lastSeenAt: ago(13 * 60) }),
    screen('New', { state: 'offline', lastSeenAt: null }),
    screen('Script', { state: 'offline', view: 'api', lastSeenAt: ago(30) }),
    screen('Mute', { device: { sound: 'blocked', wakeLock: 'held', clockOffsetMs: 0 } }),
  );
  expect(ofSource({ fleet: screens, ofPos: null })).toEqual([
    { is: 'silent', screens: ['Hangs'] },
    { is: 'offline', screens: ['Gone'] },
    { is: 'blocked', screens: ['Mute'] },
  ]);
});

it('a POS that is refused comes first, until it is accepted again', () => {
  const refused = ofPos(
    [subscription('old', ago(5)), subscription('fixed', ago(1)), subscription('rotating', ago(1), 2)],
    [refusal('old', ago(3)), refusal('fixed', ago(3))],
  );
  expect(ofSource({ fleet: fleet(screen('Wall', { state: 'silent' })), ofPos: refused })).toEqual([
    { is: 'refused', subscription: 'old' },
    { is: 'silent', screens: ['Wall'] },
    { is: 'two-secrets', subscription: 'rotating' },
  ]);
});

it('deliveries that could not be read come after a POS that is refused', () => {
  const refused = ofPos([subscription('till', ago(5))], [refusal('till', ago(3))]);
  expect(ofSource({ fleet: fleet(screen('Wall', { state: 'silent' })), ofPos: refused }, { branch: 2 })).toEqual([
    { is: 'refused', subscription: 'till' },
    { is: 'unreadable', branch: 2 },
    { is: 'silent', screens: ['Wall'] },
  ]);
});
