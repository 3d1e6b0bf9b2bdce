import type { ScreenOptions } from '../connect-screens';
import type { Latencies } from './latencies';

/** Screens of a branch at one server. */
export type ScreenGroup = ScreenOptions & { count: number };

/**
 * Options of the screens, as JSON in the variable SCREENS. Messages are parsed later where they come quickly, and on
 * arrival where all of them together would not fit into memory.
 */
export type ScreensPlan = { groups: readonly ScreenGroup[]; parses: 'later' | 'on arrival' };

/** What was posted to a branch: the key of each step, and when its POST started. */
export type Steps = { branch: number; startTimes: [key: string, at: number][] };

/** Requests the latencies of the steps that were posted since the last request. */
export type LatencyRequest = { steps: readonly Steps[] };

export type LatencyResponse = Latencies;
