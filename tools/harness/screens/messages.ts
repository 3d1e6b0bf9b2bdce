import type { Latencies } from './latencies';

/** Options of the screens, as JSON in the variable SCREENS. */
export type ScreensPlan = { url: string; token: string; branch: number; count: number };

/** Requests the latencies of the steps that were posted since the last request. */
export type LatencyRequest = { startTimes: [key: string, at: number][] };

export type LatencyResponse = Latencies;
