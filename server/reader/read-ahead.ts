import type { Log } from '../log';
import { shortOf } from '../storage/failure';
import type { Reader } from './queries';

/** Right after a start, screens come first. */
const AFTER_MS = 2_000;

/**
 * Loads the columns of reports soon after the start. Otherwise the first report would wait for them: five seconds with
 * a million courses. Call the result to cancel.
 */
export function scheduleReadAhead({ reader, log }: { reader: Reader; log: Pick<Log, 'warn'> }): () => void {
  let isOff = false;
  const timer = setTimeout(async () => {
    try {
      await reader.read('readAhead', null);
    } catch (error) {
      // When cancelled, the reader was closed too.
      if (!isOff) log.warn({ error: shortOf(error) }, 'reports could not be made ready');
    }
  }, AFTER_MS);
  timer.unref();
  return () => {
    isOff = true;
    clearTimeout(timer);
  };
}
