import type { InstantText } from './live';

/** A visit of guests whose name can be erased (F27d). */
export type GuestVisit = {
  /** Names it in a request to erase it. */
  id: number;
  branch: number;
  /** When its first course began. */
  beganAt: InstantText;
  table: { number: string; subNumber: string } | null;
  /** Null if the POS sent none. */
  name: string | null;
  guests: number | null;
  courses: number;
  /** A course of it is open: it can be erased once none is. */
  isOpen: boolean;
};

export type GuestVisits = {
  visits: GuestVisit[];
  /** There are more: narrow the search. */
  hasMore: boolean;
};

/** `left` are visits that are unknown, or of which a course is open. */
export type GuestsErased = { visits: number; bodies: number; left: number };

/** The most visits in one answer, and in one request to erase them. */
export const MAX_VISITS = 50;
