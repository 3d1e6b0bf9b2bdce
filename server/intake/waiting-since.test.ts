import { expect, it } from 'vitest';
import { createWaitingSince } from './waiting-since';

function open() {
  let [added, removed, time] = [0, 0, 1_000];
  const waiting = createWaitingSince({ added: () => added, removed: () => removed }, () => time);
  return {
    get: waiting.get,
    passes: (ms: number) => {
      time += ms;
    },
    adds: (deliveries: number) => {
      added += deliveries;
      waiting.added();
    },
    finds: (deliveries: number, receivedAt: number) => {
      added += deliveries;
      waiting.found(receivedAt);
    },
    removes: (deliveries: number) => {
      removed += deliveries;
    },
  };
}

it('is the instant of the oldest delivery that waits, and null when none does', () => {
  const { get, passes, adds, removes } = open();
  expect(get()).toBeNull();
  adds(2);
  passes(5_000);
  adds(1);
  expect(get()).toBe(1_000);
  removes(1);
  expect(get()).toBe(1_000);
  removes(1);
  expect(get()).toBe(6_000);
  removes(1);
  expect(get()).toBeNull();
});

it('begins with what was acknowledged before, by this server or by another one', () => {
  const { get, passes, adds, removes, finds } = open();
  passes(60_000);
  finds(2, 20_000);
  expect(get()).toBe(20_000);
  adds(1);
  removes(2);
  expect(get()).toBe(61_000);
  removes(1);
  expect(get()).toBeNull();
  // By the clock of another node, which is ahead.
  finds(1, 90_000);
  expect(get()).toBe(61_000);
});

it('follows a steady stream, in which something always waits', () => {
  const { get, passes, adds, removes } = open();
  adds(1);
  for (let delivery = 0; delivery < 1_000; delivery += 1) {
    passes(10);
    adds(1);
    removes(1);
  }
  expect(get()).toBeGreaterThanOrEqual(1_000 + 10_000 - 500);
});

it('remembers an outage of hours in little memory, and catches up with it', () => {
  const { get, passes, adds, removes } = open();
  for (let second = 0; second < 10_000; second += 1) {
    adds(1);
    passes(1_000);
  }
  removes(500);
  expect(get()).toBe(1_000 + 500_000);
  removes(9_499);
  expect(get(), 'those after the thousandth count as old as that').toBe(1_000 + 999_000);
  removes(1);
  expect(get()).toBeNull();
});
