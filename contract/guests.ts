import * as z from 'zod';
import { MAX_VISITS } from './constants';
import { instant, int32, integer } from './parts';

// F27d: visits of guests, of which an owner erases the names.

const name = z.string().trim().min(2).max(200).nullish();

export const guestSearchShape = z.strictObject({
  name: name.describe('A part of the name, also of one that the party had before.'),
  day: z.iso.date('must be a day such as 2026-06-19').nullish().describe('The business day.'),
  table: z
    .string()
    .regex(/^-?\d{1,40}$/, 'must be the number of a table')
    .nullish(),
  branch: int32.nullish(),
});
/** What an owner knows of a guest: a name or a day at least. */
export type GuestSearch = z.infer<typeof guestSearchShape>;

const visit = z.object({
  /** Names it in a request to erase it. */
  id: integer,
  branch: int32,
  /** When its first course began. */
  beganAt: instant,
  table: z.object({ number: z.string(), subNumber: z.string() }).nullable(),
  name: z.string().nullable(),
  guests: integer.nullable(),
  courses: integer,
  isOpen: z.boolean().describe('It can be erased once no course of it is open.'),
});
export type GuestVisit = z.infer<typeof visit>;

export const guestVisitsShape = z.object({
  visits: z.array(visit),
  /** There are more: narrow the search. */
  hasMore: z.boolean(),
});
export type GuestVisits = z.infer<typeof guestVisitsShape>;

export const guestEraseShape = z.strictObject({
  visits: z
    .array(int32)
    .min(1, 'must have at least one visit')
    .max(MAX_VISITS, `must have at most ${MAX_VISITS} visits`),
  name: name.describe('Erases searches for it in the audit log too, and deliveries without an order that contain it.'),
});

export const guestsErasedShape = z.object({
  visits: integer,
  bodies: integer,
  left: integer.describe('Visits that are unknown, or of which a course is open.'),
});
export type GuestsErased = z.infer<typeof guestsErasedShape>;
