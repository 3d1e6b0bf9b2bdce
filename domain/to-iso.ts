import type { InstantText } from '../contract/live';
import type { Instant } from './fact';

/** Converts epoch milliseconds to ISO 8601; null stays null. */
export function toIso(at: Instant): InstantText;
export function toIso(at: Instant | null): InstantText | null;
export function toIso(at: Instant | null): InstantText | null {
  return at === null ? null : new Date(at).toISOString();
}
