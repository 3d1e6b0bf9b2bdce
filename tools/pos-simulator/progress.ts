/** The stream for progress: standard error, or that of a test. */
export type ProgressStream = { isTTY?: boolean; write: (text: string) => unknown };

const inPlaceEveryMs = 100;
const lineEveryMs = 5_000;

/** Shows how far a run is. `now` is any steady clock in milliseconds. */
export type Progress = { show: (answered: number) => void; end: () => void };

/** On a terminal one line that is written over; elsewhere (a log, a pipe) a line every five seconds. */
export function createProgress(stream: ProgressStream, total: number, now: () => number): Progress {
  const inPlace = stream.isTTY === true;
  let shownAt = now();
  let begun = false;
  return {
    show(answered) {
      if (now() - shownAt < (inPlace ? inPlaceEveryMs : lineEveryMs)) return;
      shownAt = now();
      begun = true;
      stream.write(inPlace ? `\r${answered} of ${total} answered` : `${answered} of ${total} answered\n`);
    },
    end() {
      // Clears the line, because the summary follows.
      if (inPlace && begun) stream.write('\r\u001b[K');
    },
  };
}
