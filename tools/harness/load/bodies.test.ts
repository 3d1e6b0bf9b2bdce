import { expect, test } from 'vitest';
import { screensBodies } from '../../bench/measure-screens';
import { throughputBodies } from '../../bench/measure-throughput';
import { FULL } from '../../bench/scale';
import { type Body, chainBodies, screenBodies } from './bodies';

const serving = { seed: 1, until: Date.parse('2026-06-19T20:00:00Z') };
const branches = chainBodies(serving);
const screens = screenBodies(serving);
const textOf = (bodies: readonly Body[]) => bodies.map(({ path, body }) => `${path} ${body}`).join('\n');
const newest = (bodies: readonly Body[]) => Math.max(...bodies.map(({ key }) => Number(key.split('/')[2])));

test('the same seed and instant give the same bodies, another seed gives others', () => {
  expect(textOf(screenBodies(serving)) === textOf(screens)).toBe(true);
  expect(textOf(screenBodies({ ...serving, seed: 2 })) === textOf(screens)).toBe(false);
});

test('there are enough bodies for a full run', () => {
  expect(branches.length).toBeGreaterThanOrEqual(throughputBodies(FULL.throughput));
  expect(screens.length).toBeGreaterThanOrEqual(screensBodies(FULL.screens));
});

test('the newest event is now, and none is in the future', () => {
  expect(newest(branches)).toBe(serving.until);
  expect(newest(screens)).toBe(serving.until);
});

test('the bodies for throughput contain repeats, and those for screens do not', () => {
  expect(new Set(branches.map(({ key }) => key)).size).toBeLessThan(branches.length);
  expect(new Set(screens.map(({ key }) => key)).size).toBe(screens.length);
});
