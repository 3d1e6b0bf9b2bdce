import type { Log } from '../log';
import { shortOf } from '../storage/failure';
import type { Reader } from './queries';

/** Right after a start, the processor is for the screens. */
const AFTER_MS = 2_000;

/**
 * Loads the columns of reports soon after the start, if they fit in memory. Without this, the first report would wait for
 * them: some five seconds with a million courses (decision 2026-11-21-report-figures). Returns a function that cancels it.
 */
export function scheduleReadAhead({ reader, log }: { reader: Reader; log: Pick<Log, 'warn'> }): () => void {
  let isCancelled = false;
  const timer = setTimeout(async () => {
    try {
      await reader.read('readAhead', null);
    } catch (error) {
      // After cancelling, the reader is closed, so this failure is expected.
      if (!isCancelled) log.warn({ error: shortOf(error) }, 'the columns of reports could not be read ahead');
    }
  }, AFTER_MS);
  timer.unref();
  return () => {
    isCancelled = true;
    clearTimeout(timer);
  };
}
