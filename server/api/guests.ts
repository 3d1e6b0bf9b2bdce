import * as z from 'zod';
import { type GuestsErased, type GuestVisits, MAX_VISITS } from '../../contract/guests';
import { invalid } from '../http/problem';
import { eraseGuests } from '../privacy/erase-guests';
import { authorOf, notTheirs } from './access';
import { endpoint } from './endpoint';
import { instant, int32 } from './shapes';

const nothing = z.strictObject({});
const name = z.string().trim().min(2).max(200).nullish();
const table = z
  .string()
  .regex(/^-?\d{1,40}$/, 'must be the number of a table')
  .nullish();

export const findGuestsEndpoint = endpoint({
  method: 'POST',
  path: '/api/v1/guests/find',
  summary:
    'Visits of guests by what is known of them, to erase their name. The name is in the body, so that no log has it.',
  views: [],
  managers: 'owners',
  viewed: () => 'guests',
  query: nothing,
  body: z.strictObject({
    name: name.describe('A part of the name, also of one that the party had before.'),
    day: z.iso.date('must be a day such as 2026-06-19').nullish().describe('The business day.'),
    table,
    branch: int32.nullish(),
  }),
  reply: z.object({
    visits: z.array(
      z.object({
        id: z.int(),
        branch: int32,
        beganAt: instant,
        table: z.object({ number: z.string(), subNumber: z.string() }).nullable(),
        name: z.string().nullable(),
        guests: z.int().nullable(),
        courses: z.int(),
        isOpen: z.boolean().describe('It can be erased once no course of it is open.'),
      }),
    ),
    hasMore: z.boolean(),
  }) satisfies z.ZodType<GuestVisits>,
  async handle({ deps, viewer, body }) {
    if (!body.name && !body.day) throw invalid([{ parameter: 'name', message: 'must be given without a day' }]);
    if (body.branch != null && !viewer.branches.includes(body.branch)) throw notTheirs(viewer, body.branch);
    const branches = body.branch == null ? viewer.branches : [body.branch];
    const { name = null, day = null, table = null } = body;
    return deps.reader.read('guests', { branches, name, day, table });
  },
});

export const eraseGuestsEndpoint = endpoint({
  method: 'POST',
  path: '/api/v1/guests/erase',
  summary: 'Erases the names of visits and the bodies of their deliveries. Nothing brings them back.',
  views: [],
  managers: 'owners',
  query: nothing,
  body: z.strictObject({
    visits: z
      .array(int32)
      .min(1, 'must have at least one visit')
      .max(MAX_VISITS, `must have at most ${MAX_VISITS} visits`),
    name: name.describe(
      'Erases searches for it in the audit log too, and deliveries without an order that contain it.',
    ),
  }),
  reply: z.object({
    visits: z.int(),
    bodies: z.int(),
    left: z.int().describe('Visits that are unknown, or of which a course is open.'),
  }) satisfies z.ZodType<GuestsErased>,
  handle: async ({ deps, viewer, body, request }) =>
    eraseGuests(deps, body.visits, body.name ?? null, authorOf(viewer, request, deps)),
});
