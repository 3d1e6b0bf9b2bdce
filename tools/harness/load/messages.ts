import type { BodyOptions } from './bodies';

/** A range of the bodies, by position. */
export type Slice = { from: number; count: number };

/** A request to the load generator. The response is a `LoadResponse`. */
export type LoadRequest =
  | { kind: 'fast'; port: number; connections: number; slice: Slice }
  | { kind: 'rate'; port: number; perSecond: number; slice: Slice };

export type LoadResponse =
  | { ok: true; seconds: number; startedAt: [key: string, at: number][]; latenciesMs: number[] }
  | { ok: false; message: string };

/** Options of the load generator, as JSON in the variable LOAD. */
export type LoadPlan = {
  bodyOptions: BodyOptions;
  evening: 'branches' | 'screens' | 'parties';
  maxBodies: number;
  /** Number of orders of the evening `screens`; a default if omitted. */
  orders?: number;
};

/** The load generator's first message, after all bodies are signed. */
export type LoadReady = { bodies: number };
