import type { Latencies } from './latencies';

/** Options of the screens, as JSON in the variable SCREENS. */
export type ScreensPlan = { url: string; token: string; branch: number; count: number };

/** Asks for the latencies of the steps that were posted since it was last asked. */
export type ScreensOrder = { began: [key: string, at: number][] };

export type ScreensAnswer = Latencies;
