/** The stream for progress, usually standard error. */
export type ProgressStream = { isTTY?: boolean; write: (text: string) => unknown };

const terminalIntervalMs = 100;
const logIntervalMs = 5_000;

/** Shows the progress of a run. */
export type Progress = { show: (completed: number) => void; end: () => void };

/**
 * On a terminal one line that is overwritten, elsewhere a line every five seconds. `now` is a monotonic clock in ms.
 */
export function createProgress(stream: ProgressStream, total: number, now: () => number): Progress {
  const inPlace = stream.isTTY === true;
  let shownAt = now();
  let hasPrinted = false;
  return {
    show(completed) {
      if (now() - shownAt < (inPlace ? terminalIntervalMs : logIntervalMs)) return;
      shownAt = now();
      hasPrinted = true;
      stream.write(inPlace ? `\r${completed} of ${total} deliveries` : `${completed} of ${total} deliveries\n`);
    },
    end() {
      // Clears the line, because the summary follows.
      if (inPlace && hasPrinted) stream.write('\r\u001b[K');
    },
  };
}
