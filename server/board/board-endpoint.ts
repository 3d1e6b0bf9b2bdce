import { z } from 'zod';
import type { Board } from '../../domain/live-contract';
import { tableKey } from '../../domain/order-table';
import { told } from '../../domain/ticket';
import type { Core } from '../core';
import { branchFor } from '../http/access';
import { endpoint } from '../http/endpoint';
import { branchParameter } from '../http/parameters';
import { Problem } from '../http/problem';
import { boardShape, tableShape, ticketShape } from '../http/shapes';
import { pickupBoard, readBoard, readTable } from './read-board';

export const boardEndpoint = endpoint({
  method: 'GET',
  path: '/api/v1/board',
  summary:
    'The board of a branch: open tickets, those closed in the last 30 minutes, tables with news in the last 7 days.',
  views: ['api', 'kitchen', 'pass', 'ready', 'tables', 'pickup'],
  query: z.strictObject({ branch: branchParameter }),
  reply: boardShape,
  async handle({ core, viewer, query }) {
    const board = boardOf(core, branchFor(viewer, query.branch));
    return viewer.screen.view === 'pickup' ? pickupBoard(board) : board;
  },
});

const tableNumber = z.string().regex(/^-?\d{1,40}$/, 'must be an integer');

export const eveningEndpoint = endpoint({
  method: 'GET',
  path: '/api/v1/tables/:number/:subNumber/evening',
  summary: 'A table with all its courses since the last cut-off, oldest first.',
  views: ['api', 'kitchen', 'pass', 'ready', 'tables'],
  query: z.strictObject({ branch: branchParameter, number: tableNumber, subNumber: tableNumber }),
  reply: z.object({ table: tableShape, courses: z.array(ticketShape) }),
  async handle({ core, viewer, query }) {
    const branch = branchFor(viewer, query.branch);
    const { number, subNumber } = query;
    const table = core.boards.branch(branch)?.tables.get(tableKey({ number, subNumber }));
    if (!table)
      throw new Problem(404, `Table ${number}/${subNumber} of branch ${branch} has had no news in the last 7 days.`);
    const courses = await core.reader.read('evening', { branch, number, subNumber, now: branchNowOf(core, branch) });
    return { table: readTable(table, branch), courses };
  },
});

/** The now of a branch, by its POS's clock (contract, Time). */
export function branchNowOf(core: Core, branch: number): number {
  return core.now() - (core.boards.branch(branch)?.posOffsetMs ?? 0);
}

/** The board of a branch; an empty one for a branch of which nothing has come yet. */
function boardOf(core: Core, branch: number): Board {
  const state = core.boards.branch(branch);
  if (state) return readBoard(state, core.settings, core.now());
  return {
    epoch: 'none',
    version: 0,
    serverTime: told(core.now()),
    posOffsetMs: 0,
    lastDeliveryAt: null,
    branch: { number: branch, name: null, timeZone: core.config.timeZone },
    tickets: [],
    tables: [],
    gaps: [],
  };
}
