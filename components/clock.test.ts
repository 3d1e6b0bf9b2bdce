import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { onTick } from './clock';

let stops: (() => void)[];
beforeEach(() => {
  vi.useFakeTimers();
  stops = [];
});
afterEach(() => {
  for (const stop of stops) stop();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Creates subscribers that each record their number when notified. */
function listen(count: number): number[] {
  const looked: number[] = [];
  for (let name = 0; name < count; name += 1) stops.push(onTick(() => looked.push(name)));
  return looked;
}

describe('the clock outside a browser', () => {
  it('notifies every subscriber once a second', () => {
    const looked = listen(100);
    vi.advanceTimersByTime(999);
    expect(looked).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(looked).toHaveLength(100);
    vi.advanceTimersByTime(2_000);
    expect(looked).toHaveLength(300);
  });

  it('has one timer for all, and none without subscribers', () => {
    listen(5);
    expect(vi.getTimerCount()).toBe(1);
    for (const stop of stops) stop();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('does not notify a subscriber that leaves during a notification', () => {
    const looked: string[] = [];
    stops.push(
      onTick(() => {
        looked.push('first');
        stops[1]?.();
      }),
    );
    stops.push(onTick(() => looked.push('second')));
    vi.advanceTimersByTime(1_000);
    expect(looked).toEqual(['first']);
  });
});

describe('the clock in a browser', () => {
  let frames: (() => void)[];
  const drawFrame = () => {
    for (const draw of frames.splice(0)) draw();
  };
  beforeEach(() => {
    frames = [];
    vi.stubGlobal('document', { hidden: false });
    vi.stubGlobal('requestAnimationFrame', (draw: () => void) => frames.push(draw));
  });

  it('spreads many subscribers over frames, in order, each once', () => {
    const looked = listen(100);
    vi.advanceTimersByTime(1_000);
    drawFrame();
    expect(looked.length).toBeGreaterThan(0);
    expect(looked.length).toBeLessThan(60);
    for (let frame = 0; frame < 10; frame += 1) drawFrame();
    expect(looked).toEqual(Array.from({ length: 100 }, (_, name) => name));
  });

  it('notifies a few in one frame, so that their timers change together', () => {
    const looked = listen(24);
    vi.advanceTimersByTime(1_000);
    drawFrame();
    expect(looked).toHaveLength(24);
  });

  it('limits the subscribers that render in one frame', () => {
    const looked: number[] = [];
    for (let name = 0; name < 24; name += 1) {
      stops.push(
        onTick(() => {
          looked.push(name);
          return name >= 8;
        }),
      );
    }
    vi.advanceTimersByTime(1_000);
    drawFrame();
    expect(looked).toEqual(Array.from({ length: 11 }, (_, name) => name));
    for (let frame = 0; frame < 4; frame += 1) drawFrame();
    expect(looked).toEqual(Array.from({ length: 24 }, (_, name) => name));
  });

  it('updates fewer subscribers in a frame if they change text', () => {
    const looked: number[] = [];
    for (let name = 0; name < 24; name += 1) {
      stops.push(
        onTick(() => {
          looked.push(name);
          return 'text';
        }),
      );
    }
    vi.advanceTimersByTime(1_000);
    drawFrame();
    expect(looked).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  });

  it('waits for a slow device to finish the previous second', () => {
    const looked = listen(100);
    vi.advanceTimersByTime(1_000);
    drawFrame();
    const first = looked.length;
    vi.advanceTimersByTime(1_000);
    expect(frames).toHaveLength(1);
    drawFrame();
    expect(looked.slice(first)[0]).toBe(first);
  });

  it('goes on after a subscriber that throws', () => {
    const looked: string[] = [];
    stops.push(
      onTick(() => {
        looked.push('broken');
        throw new Error('broken');
      }),
      onTick(() => looked.push('freshness')),
    );
    for (let second = 0; second < 2; second += 1) {
      vi.advanceTimersByTime(1_000);
      expect(drawFrame).toThrow('broken');
      for (let frame = 0; frame < 3; frame += 1) drawFrame();
    }
    expect(looked).toEqual(['broken', 'freshness', 'broken', 'freshness']);
    expect(frames).toEqual([]);
  });

  it('does not wait for frames on a hidden page', () => {
    const looked = listen(100);
    vi.advanceTimersByTime(1_000);
    drawFrame();
    vi.stubGlobal('document', { hidden: true });
    vi.advanceTimersByTime(1_000);
    expect(looked.length).toBeGreaterThanOrEqual(100);
    expect(new Set(looked).size).toBe(100);
  });
});
