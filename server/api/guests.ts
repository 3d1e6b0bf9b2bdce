import * as z from 'zod';
import { guestEraseShape, guestSearchShape, guestsErasedShape, guestVisitsShape } from '../../contract/guests';
import { invalid } from '../http/problem';
import { eraseGuests } from '../privacy/erase-guests';
import { authorOf, notTheirs } from './access';
import { endpoint } from './endpoint';

const nothing = z.strictObject({});
export const findGuestsEndpoint = endpoint({
  method: 'POST',
  path: '/api/v1/guests/find',
  summary:
    'Visits of guests by what is known of them, to erase their name. The name is in the body, so that no log has it.',
  views: [],
  managers: 'owners',
  viewed: () => 'guests',
  query: nothing,
  body: guestSearchShape,
  reply: guestVisitsShape,
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
  body: guestEraseShape,
  reply: guestsErasedShape,
  handle: async ({ deps, viewer, body, request }) =>
    eraseGuests(deps, body.visits, body.name ?? null, authorOf(viewer, request, deps)),
});
