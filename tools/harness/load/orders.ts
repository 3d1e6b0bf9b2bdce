import type { Serving } from './bodies';

/** Which of the bodies, by position. */
export type Slice = { from: number; count: number };

/** What the load generator can be asked; it answers with `LoadAnswer`. */
export type LoadOrder =
  | { as: 'fast'; port: number; connections: number; slice: Slice }
  | { as: 'rate'; port: number; perSecond: number; slice: Slice };

export type LoadAnswer =
  | { ok: true; seconds: number; began: [key: string, at: number][]; tookMs: number[] }
  | { ok: false; problem: string };

/** Options of the load generator, as JSON in the variable LOAD. */
export type LoadPlan = {
  serving: Serving;
  evening: 'branches' | 'screens';
  most: number;
  /** How many the evening on screens has, where it is to be another number than usual. */
  orders?: number;
};

/** What it says when all bodies are signed. */
export type LoadReady = { bodies: number };
