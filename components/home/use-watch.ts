import type { Answer } from '../../contract/overview';
import { useWatch as useWatchOf } from '../live/use-watch';
import type { Watched } from '../live/watch';
import { isAnswer } from './answer';

const PATIENCE_MS = 4_000;

/** Keeps the server's answer fresh while the page is open. */
export function useWatch(first: Answer): Watched<Answer> {
  return useWatchOf(first, { ask, timeOf: ({ serverTime }) => serverTime });
}

async function ask(): Promise<Answer | null> {
  try {
    const response = await fetch('/overview', { cache: 'no-store', signal: AbortSignal.timeout(PATIENCE_MS) });
    const body: unknown = response.ok ? await response.json() : null;
    return isAnswer(body) ? body : null;
  } catch {
    return null;
  }
}
