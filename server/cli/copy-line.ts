import { type CopyProgress, copyProgressText } from '../copy/progress';

const TERMINAL_INTERVAL_MS = 200;
const LOG_INTERVAL_MS = 10_000;

/** Shows the progress of a copy: on a terminal one line that is overwritten, elsewhere a line every ten seconds. */
export function createCopyLine(stream: Pick<NodeJS.WriteStream, 'isTTY' | 'write'>): (progress: CopyProgress) => void {
  let shownAt = performance.now();
  return (progress) => {
    const isDone = progress.done === progress.of && stream.isTTY;
    if (!isDone && performance.now() - shownAt < (stream.isTTY ? TERMINAL_INTERVAL_MS : LOG_INTERVAL_MS)) return;
    shownAt = performance.now();
    const text = copyProgressText(progress);
    stream.write(stream.isTTY ? `\r${text}\u001b[K${isDone ? '\n' : ''}` : `${text}\n`);
  };
}
