import type { Log } from '../log';
import type { Reader } from '../read/messages';
import { shortOf } from '../storage/failure';

/** A server that comes back has its screens to think of first. */
const AFTER_MS = 2_000;

/**
 * Has the reader read what reports are made of, soon after the start: the first manager who asks would wait for it, five
 * seconds where there are a million courses. Returns the way to call it off.
 */
export function readAheadSoon({ reader, log }: { reader: Reader; log: Pick<Log, 'warn'> }): () => void {
  let isOff = false;
  const timer = setTimeout(async () => {
    try {
      await reader.read('readAhead', null);
    } catch (error) {
      // Where it is off, the reader was closed too.
      if (!isOff) log.warn({ error: shortOf(error) }, 'reports could not be made ready');
    }
  }, AFTER_MS);
  timer.unref();
  return () => {
    isOff = true;
    clearTimeout(timer);
  };
}
