import type { Answer } from '../../contract/overview';
import { useWatch as useWatchOf } from '../live/use-watch';
import type { Watched } from '../live/watch';
import { askOverview } from './answer';

/** Keeps the server's answer fresh while the page is open. */
export function useWatch(first: Answer): Watched<Answer> {
  return useWatchOf(first, { ask: askOverview, timeOf: ({ serverTime }) => serverTime });
}
