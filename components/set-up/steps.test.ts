import { expect, it } from 'vitest';
import type { FleetScreen } from '../../contract/screens';
import type { SetUp, SetUpBranch } from '../../contract/set-up';
import { currentStep, isDone, openSteps, shownStep, stepAfter, unnamedBranch } from './steps';

const LIST = { publicUrl: null, baseUrls: [], headerPrefix: null, events: [], subscriptions: [] };
const EMPTY: SetUp = {
  ...{ serverTime: '2026-06-19T18:00:00.000Z', branches: [], subscriptions: LIST },
  ...{ newest: null, refusals: [], screens: [] },
};
const BRANCH: SetUpBranch = {
  ...{ number: 1, name: 'The Lantern', timeZone: 'Europe/Amsterdam', cutOff: '04:00' },
  ...{ lastDeliveryAt: null, test: null },
};
const SCREEN: FleetScreen = {
  ...{ id: 1, name: 'Wall', branches: [1], view: 'kitchen', state: 'live' },
  ...{ lastSeenAt: EMPTY.serverTime, paintedAt: null, dataAgeMs: null, isCurrent: null, device: null, limits: null },
};

it('are done one after the other', () => {
  const named = { ...EMPTY, branches: [BRANCH] };
  const delivered = { ...EMPTY, branches: [{ ...BRANCH, lastDeliveryAt: EMPTY.serverTime }] };
  const paired = { ...delivered, screens: [SCREEN] };
  expect([EMPTY, named, delivered, paired].map(currentStep)).toEqual(['branch', 'pos', 'screen', 'test']);
  expect(openSteps(EMPTY)).toEqual(['branch', 'pos', 'screen']);
  expect(openSteps(paired)).toEqual([]);
});

it('the steps after the POS can be done before it, and follow each other', () => {
  const named = { ...EMPTY, branches: [BRANCH] };
  const paired = { ...named, screens: [SCREEN] };
  expect(shownStep(named, null)).toBe('pos');
  expect(stepAfter(named, 'pos')).toBe('screen');
  expect(shownStep(named, { step: 'screen', wasDone: false })).toBe('screen');
  expect(shownStep(paired, { step: 'screen', wasDone: false })).toBe('test');
  expect(shownStep(paired, { step: 'screen', wasDone: true })).toBe('screen');
  expect(stepAfter(paired, 'pos')).toBe('test');
  expect(shownStep(paired, null)).toBe('pos');
});

it('an unopened link and a program do not count as screens; a test course counts once a screen has shown it to its end', () => {
  expect(isDone({ ...EMPTY, screens: [{ ...SCREEN, view: 'api' }] }, 'screen')).toBe(false);
  expect(isDone({ ...EMPTY, screens: [{ ...SCREEN, lastSeenAt: null }] }, 'screen')).toBe(false);
  const tested = (step: 'served' | 'gone', seenOn: number[]) => ({
    ...EMPTY,
    branches: [{ ...BRANCH, test: { step, seenOn } }],
  });
  expect(isDone(tested('gone', [1]), 'test')).toBe(true);
  expect(isDone(tested('gone', []), 'test')).toBe(false);
  expect(isDone(tested('served', [1]), 'test')).toBe(false);
});

it('a branch that the POS made has to be named', () => {
  const made = { ...EMPTY, branches: [BRANCH, { ...BRANCH, number: 5, name: null }] };
  expect(currentStep(made)).toBe('branch');
  expect(unnamedBranch(made)?.number).toBe(5);
});
