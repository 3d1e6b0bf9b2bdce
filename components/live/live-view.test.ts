import { expect, it } from 'vitest';
import { board } from '../testing/tickets';
import { afterHead, afterSnapshot, ageOf, FIRST_VIEW } from './live-view';

it('the build of the server comes with a board over HTTP, and a board without one keeps it', () => {
  const polled = afterSnapshot(FIRST_VIEW, { ...board(), build: 'new' }, { kind: 'http' }, 0);
  expect(polled.serverBuild).toBe('new');
  expect(afterSnapshot(polled, board(), { kind: 'socket' }, 0).serverBuild).toBe('new');
});

it('a head that announces a newer version does not make the board younger', () => {
  const { epoch, version, serverTime, posOffsetMs, lastDeliveryAt, wall, gaps } = board();
  const asOf = new Date(Date.parse(serverTime) - 20_000).toISOString();
  const behind = afterSnapshot(FIRST_VIEW, { ...board(), asOf }, { kind: 'socket' }, 0);
  expect(ageOf(behind, 0)).toBe(20_000);
  const head = { epoch, version: version + 1, serverTime, posOffsetMs, lastDeliveryAt, wall, gaps, build: 'build' };
  expect(ageOf(afterHead(behind, head, true, 2_000), 2_000)).toBe(22_000);
  expect(ageOf(afterHead(behind, head, false, 2_000), 2_000)).toBe(0);
});
