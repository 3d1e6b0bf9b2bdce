/** The stream for progress, usually standard error. */
export type ProgressStream = { isTTY?: boolean; write: (text: string) => unknown };

const TERMINAL_INTERVAL_MS = 200;
const LOG_INTERVAL_MS = 10_000;

/** Shows the progress of a run. `note` prints a line that stays. */
export type Progress = { show: (text: string) => void; note: (text: string) => void; end: () => void };

/** On a terminal one line that is overwritten, elsewhere a line every ten seconds. `now` is a monotonic clock in ms. */
export function createProgress(stream: ProgressStream, now: () => number): Progress {
  const inPlace = stream.isTTY === true;
  let shownAt = now();
  let hasPrinted = false;
  const clear = () => {
    if (inPlace && hasPrinted) stream.write('\r\u001b[K');
  };
  return {
    show(text) {
      if (now() - shownAt < (inPlace ? TERMINAL_INTERVAL_MS : LOG_INTERVAL_MS)) return;
      shownAt = now();
      hasPrinted = true;
      stream.write(inPlace ? `\r${text}\u001b[K` : `${text}\n`);
    },
    note(text) {
      clear();
      stream.write(`${text}\n`);
    },
    // The summary takes the place of the overwritten line.
    end: clear,
  };
}
