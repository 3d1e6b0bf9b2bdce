import { expect, it } from 'vitest';
import { createWaitingAge } from './write-queue';

function open() {
  let [added, removed, time] = [0, 0, 1_000];
  const waiting = createWaitingAge({ added: () => added, removed: () => removed }, () => time);
  return {
    get: waiting.get,
    passes: (ms: number) => {
      time += ms;
    },
    adds: (deliveries: number) => {
      added += deliveries;
      waiting.added();
    },
    finds: (deliveries: number, ageMs: number) => {
      added += deliveries;
      waiting.found(ageMs);
    },
    removes: (deliveries: number) => {
      removed += deliveries;
    },
  };
}

it('is the age of the oldest delivery that waits, and 0 when none does', () => {
  const { get, passes, adds, removes } = open();
  expect(get()).toBe(0);
  adds(2);
  passes(5_000);
  adds(1);
  expect(get()).toBe(5_000);
  removes(1);
  expect(get()).toBe(5_000);
  passes(1_000);
  removes(1);
  expect(get()).toBe(1_000);
  removes(1);
  expect(get()).toBe(0);
});

it('begins with what was acknowledged before, by this server or by another one', () => {
  const { get, passes, adds, removes, finds } = open();
  finds(2, 41_000);
  expect(get()).toBe(41_000);
  adds(1);
  passes(1_000);
  removes(2);
  expect(get()).toBe(1_000);
  removes(1);
  expect(get()).toBe(0);
  // By the clock of another node, which is ahead.
  finds(1, -29_000);
  expect(get()).toBe(0);
  passes(500);
  expect(get()).toBe(500);
});

it('does not become younger when the same delivery is found again after the clock was set back', () => {
  const { get, passes, finds } = open();
  finds(1, 60_000);
  passes(1_000);
  finds(0, -3_539_000);
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
  expect(get()).toBeLessThanOrEqual(500);
});

it('remembers an outage of hours in little memory, and catches up with it', () => {
  const { get, passes, adds, removes } = open();
  for (let second = 0; second < 10_000; second += 1) {
    adds(1);
    passes(1_000);
  }
  removes(500);
  expect(get()).toBe(9_500_000);
  removes(9_499);
  expect(get(), 'those after the thousandth count as old as that').toBe(9_001_000);
  removes(1);
  expect(get()).toBe(0);
});
