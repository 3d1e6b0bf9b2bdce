import * as z from 'zod';
import { guestEraseShape, guestSearchShape, guestsErasedShape, guestVisitsShape } from '../../contract/guests';
import { actionBodyShape, boardShape, type Ticket, tableShape, ticketIdShape, ticketShape } from '../../contract/live';
import { liveShape } from '../../contract/live-branches';
import { tableKey } from '../../domain/order-table';
import { readTable } from '../../domain/table';
import { boardOf, branchNowOf, pickupBoard } from '../board/read-board';
import { BUDGETS } from '../http/budgets';
import { branchParameter } from '../http/parameters';
import { invalid, Problem } from '../http/reply';
import { liveOf } from '../live/live-branches';
import { eraseGuests } from '../privacy/erase-guests';
import { ownScreen } from '../screens/screens';
import { Unwritable } from '../storage/failure';
import { ActionRefused, STATUS_OF, UNAVAILABLE } from '../ticket-actions/refusals';
import { ACTING_VIEWS, takeAction } from '../ticket-actions/ticket-actions';
import { branchFor, notTheirs } from './access';
import { type Endpoint, endpoint } from './endpoint';

const tableNumber = z.string().regex(/^(-?\d{1,40}|P\d|TEST)$/, 'must be an integer');

export const boardEndpoints: readonly Endpoint[] = [
  endpoint({
    method: 'GET',
    path: '/api/v1/board',
    summary:
      'The board of a branch: open tickets, those closed in the last 30 minutes, tables with news in the last 7 days.',
    views: ['api', 'kitchen', 'pass', 'ready', 'tables', 'pickup'],
    messages: BUDGETS.boardOrAction,
    query: z.strictObject({ branch: branchParameter }),
    reply: boardShape,
    async handle({ deps, viewer, query }) {
      const branch = branchFor(viewer, query.branch);
      const board = { ...boardOf(deps, branch), build: deps.build };
      if (viewer.screen === null) return board;
      deps.presence.poll({ screen: viewer.screen.id, branch }, deps.now());
      return { ...(viewer.screen.view === 'pickup' ? pickupBoard(board) : board), screen: ownScreen(viewer.screen) };
    },
  }),
  endpoint({
    method: 'GET',
    path: '/api/v1/tables/:number/:subNumber/evening',
    summary: 'A table with all its courses since the last cut-off, or since those who are there began, oldest first.',
    views: ['api', 'kitchen', 'pass', 'ready', 'tables'],
    query: z.strictObject({ branch: branchParameter, number: tableNumber, subNumber: tableNumber }),
    reply: z.object({ table: tableShape, courses: z.array(ticketShape) }),
    async handle({ deps, viewer, query }) {
      const branch = branchFor(viewer, query.branch);
      const { number, subNumber } = query;
      const practice = deps.practices.of(branch);
      const practised = practice?.tables.find((each) => tableKey(each) === tableKey(query));
      if (practised) {
        const isHere = ({ table }: Ticket) => table !== null && tableKey(table) === tableKey(query);
        return { table: practised, courses: practice?.tickets.filter(isHere) };
      }
      const table = deps.boards.branch(branch)?.tables.get(tableKey({ number, subNumber }));
      if (!table)
        throw new Problem(404, `Table ${number}/${subNumber} of branch ${branch} has had no news in the last 7 days.`);
      const question = { branch, number, subNumber, at: branchNowOf(deps, branch), from: table.view.firstCourseAt };
      const courses = await deps.reader.read('tableDay', question);
      return { table: readTable(table, branch), courses };
    },
  }),
  endpoint({
    method: 'POST',
    path: '/api/v1/tickets/:id/actions',
    summary:
      'Claims, collects, hides or recalls a ticket, restores or confirms one that is presumed served, or undoes the last ' +
      'of these actions. The times of the POS do not change.',
    views: ACTING_VIEWS,
    messages: BUDGETS.boardOrAction,
    managers: 'none',
    query: z.strictObject({ id: ticketIdShape }),
    body: actionBodyShape,
    reply: z.object({ ticket: ticketShape }),
    alsoRefuses: [409],
    async handle({ deps, viewer, query, body }) {
      if (viewer.screen === null) throw new Problem(403, 'Only a screen may do this.');
      try {
        return { ticket: await takeAction(deps, viewer.screen.tokenHash, { ...body, ticketId: query.id }) };
      } catch (error) {
        const refused = error instanceof Unwritable ? UNAVAILABLE : error;
        if (refused instanceof ActionRefused)
          throw new Problem(STATUS_OF[refused.code], refused.message, { code: refused.code });
        throw error;
      }
    },
  }),
  endpoint({
    method: 'GET',
    path: '/api/v1/live',
    summary:
      'The current state of the kitchen: its pace in the last 15 minutes, courses in progress, the POS, and connected screens. By default for all branches of the caller.',
    views: ['api'],
    query: z.strictObject({ branch: branchParameter }),
    reply: liveShape,
    async handle({ deps, viewer, query }) {
      return liveOf(deps, query.branch === undefined ? viewer.branches : [branchFor(viewer, query.branch)]);
    },
  }),
  endpoint({
    method: 'POST',
    path: '/api/v1/guests/find',
    summary:
      'Visits of guests by what is known of them, to erase their name. The name is in the body, so that no log has it.',
    managers: 'owners',
    viewed: 'guests',
    body: guestSearchShape,
    reply: guestVisitsShape,
    async handle({ deps, viewer, body }) {
      if (!body.name && !body.day) throw invalid([{ parameter: 'name', message: 'must be given without a day' }]);
      if (body.branch != null && !viewer.branches.includes(body.branch)) throw notTheirs(viewer, body.branch);
      const branches = body.branch == null ? viewer.branches : [body.branch];
      const { name = null, day = null, table = null } = body;
      return deps.reader.read('guests', { branches, name, day, table });
    },
  }),
  endpoint({
    method: 'POST',
    path: '/api/v1/guests/erase',
    summary: 'Erases the names of visits and the bodies of their deliveries. Nothing brings them back.',
    managers: 'owners',
    body: guestEraseShape,
    reply: guestsErasedShape,
    handle: async ({ deps, body, author }) => eraseGuests(deps, body.visits, body.name ?? null, author),
  }),
];
