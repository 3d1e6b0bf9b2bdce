import type { ProgressStream } from '../pos-simulator/progress';
import type { Loaded } from './load-history';

const IN_PLACE_EVERY_MS = 200;
const LINE_EVERY_MS = 10_000;

/** Shows how far a load is. */
export type LoadProgress = { show: (loaded: Loaded) => void; end: () => void };

/** On a terminal one line that is written over; elsewhere a line every ten seconds. `now` is a steady clock in ms. */
export function createLoadProgress(stream: ProgressStream, courses: number, now: () => number): LoadProgress {
  const inPlace = stream.isTTY === true;
  const beganAt = now();
  let shownAt = beganAt;
  let isBegun = false;
  return {
    show(loaded) {
      if (now() - shownAt < (inPlace ? IN_PLACE_EVERY_MS : LINE_EVERY_MS)) return;
      shownAt = now();
      isBegun = true;
      const text = progressText(loaded, courses, now() - beganAt);
      stream.write(inPlace ? `\r${text}\u001b[K` : `${text}\n`);
    },
    end() {
      if (inPlace && isBegun) stream.write('\r\u001b[K');
    },
  };
}

/** `2024-03-02: 250,000 of 1,000,000 courses, 25 %, 1,650 courses/s, 7 min 35 s left` */
export function progressText(
  { courses, day }: Pick<Loaded, 'courses' | 'day'>,
  all: number,
  elapsedMs: number,
): string {
  const perSecond = courses / (elapsedMs / 1_000);
  const share = Math.floor((courses / all) * 100);
  const left = perSecond > 0 ? `, ${durationText((all - courses) / perSecond)} left` : '';
  return `${day}: ${count(courses)} of ${count(all)} courses, ${share} %, ${count(perSecond)} courses/s${left}`;
}

/** A time in seconds as `7 min 35 s`. */
export function durationText(seconds: number): string {
  const whole = Math.round(seconds);
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
}

/** A whole number with its thousands apart. */
export function count(value: number): string {
  return Math.round(value).toLocaleString('en');
}
