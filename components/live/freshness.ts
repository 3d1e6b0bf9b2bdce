import type { HandshakeCode } from '../../contract/live';

export const AMBER_MS = 6_000;
export const RED_MS = 15_000;

/** How a screen receives updates. */
export type Link = { kind: 'socket' } | { kind: 'http' } | { kind: 'none' } | { kind: 'refused'; code: HandshakeCode };

export type Freshness = {
  /** Depends on the age of the data alone: a socket that looks open proves nothing. */
  level: 'waiting' | 'live' | 'amber' | 'red' | 'refused';
  /** The likely cause. */
  cause: 'this-screen' | 'server' | null;
};

/** `ageMs` is the age of the last update; null before the first. */
export function freshnessOf(ageMs: number | null, link: Link, isOnline: boolean): Freshness {
  if (link.kind === 'refused') return { level: 'refused', cause: null };
  const cause = isOnline ? 'server' : 'this-screen';
  if (ageMs === null) return { level: 'waiting', cause: null };
  if (ageMs < AMBER_MS) return { level: 'live', cause: null };
  return { level: ageMs < RED_MS ? 'amber' : 'red', cause };
}
