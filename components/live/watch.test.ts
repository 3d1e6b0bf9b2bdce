import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createWatch, type Watched } from './watch';

const START = Date.UTC(2026, 5, 19, 17, 0);
type Answer = { serverTime: number };
const answerAt = (serverTime: number): Answer => ({ serverTime });

beforeEach(() => {
  vi.useFakeTimers({ now: START });
});

afterEach(() => {
  vi.useRealTimers();
});

/** A server that can be switched off, and a device whose clocks can be set. */
function opened() {
  const device = { wall: 0, steady: 0, isUp: true, hangs: false, polls: 0, answersAfterMs: 0 };
  const watch = createWatch(answerAt(START), {
    ask: async () => {
      device.polls += 1;
      if (device.hangs) return new Promise(() => {});
      const answer = device.isUp ? answerAt(Date.now()) : null;
      if (device.answersAfterMs > 0) await new Promise((answered) => setTimeout(answered, device.answersAfterMs));
      return answer;
    },
    timeOf: ({ serverTime }) => serverTime,
    clocks: () => ({ wall: Date.now() + device.wall, steady: performance.now() + device.steady }),
  });
  const seen: Watched<Answer>[] = [];
  const leave = watch.subscribe(() => seen.push(watch.current()));
  return { device, watch, seen, leave };
}

it('the rendered data is shown until the first answer', () => {
  const { watch, leave } = opened();
  expect(watch.first()).toEqual({ answer: answerAt(START), now: START, silentMs: 0 });
  expect(watch.current()).toBe(watch.first());
  leave();
});

it('the watch polls every two seconds and stays fresh', async () => {
  const { device, seen, leave } = opened();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(device.polls).toBe(31);
  expect(Math.max(...seen.map(({ silentMs }) => silentMs))).toBeLessThanOrEqual(2_000);
  leave();
});

it('the data ages second by second while the server is down, and recovers with the first answer', async () => {
  const { device, watch, leave } = opened();
  await vi.advanceTimersByTimeAsync(0);
  device.isUp = false;
  await vi.advanceTimersByTimeAsync(16_000);
  expect(watch.current()).toMatchObject({ silentMs: 16_000, now: START + 16_000, answer: answerAt(START) });
  device.isUp = true;
  watch.askNow();
  await vi.advanceTimersByTimeAsync(0);
  expect(watch.current()).toMatchObject({ silentMs: 0, answer: answerAt(START + 16_000) });
  leave();
});

it('the data ages while a request hangs, and no second one is sent', async () => {
  const { device, watch, leave } = opened();
  await vi.advanceTimersByTimeAsync(0);
  device.hangs = true;
  await vi.advanceTimersByTimeAsync(10_000);
  watch.askNow();
  expect(watch.current().silentMs).toBe(10_000);
  expect(device.polls).toBe(2);
  leave();
});

it('the answer of a command is shown, and the older one of a poll that was sent before it is not', async () => {
  const { device, watch, leave } = opened();
  await vi.advanceTimersByTimeAsync(0);
  device.answersAfterMs = 3_000;
  await vi.advanceTimersByTimeAsync(2_500);
  watch.take(answerAt(START + 2_500));
  expect(watch.current()).toMatchObject({ silentMs: 0, answer: answerAt(START + 2_500) });
  await vi.advanceTimersByTimeAsync(2_500);
  expect(watch.current()).toMatchObject({ silentMs: 2_500, answer: answerAt(START + 2_500) });
  await vi.advanceTimersByTimeAsync(5_000);
  expect(watch.current().answer).toEqual(answerAt(START + 7_000));
  leave();
});

it('the age is the greater one of two clocks', async () => {
  const { device, watch, leave } = opened();
  await vi.advanceTimersByTimeAsync(0);
  device.hangs = true;
  device.wall = -3_600_000; // set back by an hour
  await vi.advanceTimersByTimeAsync(7_000);
  expect(watch.current().silentMs).toBe(7_000);
  device.wall = 20_000; // slept: the monotonic clock stood still
  await vi.advanceTimersByTimeAsync(1_000);
  expect(watch.current().silentMs).toBe(28_000);
  leave();
});

it('the watch does not poll without subscribers', async () => {
  const { device, leave } = opened();
  await vi.advanceTimersByTimeAsync(5_000);
  const { polls } = device;
  leave();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(device.polls).toBe(polls);
  expect(vi.getTimerCount()).toBe(0);
});
