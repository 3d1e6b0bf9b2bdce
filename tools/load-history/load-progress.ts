import type { ProgressStream } from '../pos-simulator/progress';
import type { LoadState } from './load-history';

const TERMINAL_INTERVAL_MS = 200;
const LOG_INTERVAL_MS = 10_000;

/** Shows the progress of a load. */
export type LoadProgress = { show: (loaded: LoadState) => void; end: () => void };

/** On a terminal one line that is overwritten, elsewhere a line every ten seconds. `now` is a monotonic clock in ms. */
export function createLoadProgress(stream: ProgressStream, courses: number, now: () => number): LoadProgress {
  const inPlace = stream.isTTY === true;
  const startedAt = now();
  let shownAt = startedAt;
  let hasPrinted = false;
  return {
    show(loaded) {
      if (now() - shownAt < (inPlace ? TERMINAL_INTERVAL_MS : LOG_INTERVAL_MS)) return;
      shownAt = now();
      hasPrinted = true;
      const text = progressText(loaded, courses, now() - startedAt);
      stream.write(inPlace ? `\r${text}\u001b[K` : `${text}\n`);
    },
    end() {
      if (inPlace && hasPrinted) stream.write('\r\u001b[K');
    },
  };
}

/** `2024-03-02: 250,000 of 1,000,000 courses, 25 %, 1,650 courses/s, 7 min 35 s left` */
export function progressText(
  { courses, day }: Pick<LoadState, 'courses' | 'day'>,
  total: number,
  elapsedMs: number,
): string {
  const perSecond = courses / (elapsedMs / 1_000);
  const share = Math.floor((courses / total) * 100);
  const remaining = perSecond > 0 ? `, ${durationText((total - courses) / perSecond)} left` : '';
  return `${day}: ${count(courses)} of ${count(total)} courses, ${share} %, ${count(perSecond)} courses/s${remaining}`;
}

/** Formats seconds as `7 min 35 s`. */
export function durationText(seconds: number): string {
  const whole = Math.round(seconds);
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
}

/** Formats a whole number with thousands separators. */
export function count(value: number): string {
  return Math.round(value).toLocaleString('en');
}
