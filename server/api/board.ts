import * as z from 'zod';
import { boardShape, type Ticket, tableShape, ticketShape } from '../../contract/live';
import { tableKey } from '../../domain/order-table';
import { readTable } from '../../domain/table';
import { boardOf, branchNowOf, pickupBoard } from '../board/read-board';
import { BUDGETS } from '../http/budgets';
import { branchParameter } from '../http/parameters';
import { Problem } from '../http/problem';
import { ownScreen } from '../screens/screens';
import { branchFor } from './access';
import { endpoint } from './endpoint';

export const boardEndpoint = endpoint({
  method: 'GET',
  path: '/api/v1/board',
  summary:
    'The board of a branch: open tickets, those closed in the last 30 minutes, tables with news in the last 7 days.',
  views: ['api', 'kitchen', 'pass', 'ready', 'tables', 'pickup'],
  messages: BUDGETS.boardOrTap,
  query: z.strictObject({ branch: branchParameter }),
  reply: boardShape,
  async handle({ deps, viewer, query }) {
    const branch = branchFor(viewer, query.branch);
    const board = { ...boardOf(deps, branch), build: deps.build };
    if (viewer.screen === null) return board;
    deps.presence.poll({ screen: viewer.screen.id, branch }, deps.now());
    return { ...(viewer.screen.view === 'pickup' ? pickupBoard(board) : board), screen: ownScreen(viewer.screen) };
  },
});

const tableNumber = z.string().regex(/^(-?\d{1,40}|P\d|TEST)$/, 'must be an integer');

export const tableEndpoint = endpoint({
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
});
