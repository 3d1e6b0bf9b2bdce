import type { Ticket } from '../../domain/live-contract';
import { type PlacedNote, TAP_HOLDS_MS, undoable } from '../../domain/note';
import { tableKey } from '../../domain/order-table';
import { type KeptTicket, readTicket, standingAt } from '../../domain/ticket';
import { calendarOf, type LiveOrder } from '../board/branch-state';
import { loadOrders } from '../board/load-orders';
import { branchNow, settleOrder, settleTable } from '../board/settle';
import type { Stages } from '../board/stage-deliveries';
import type { StagedBranch } from '../board/staged-branch';
import type { Core } from '../core';
import type { Screen } from '../screens/screens';
import { NOTE_BY_ID } from '../sql/load-statements';
import { type NoteRow, noteOfRow } from '../sql/note-row';
import type { Statements } from '../sql/statements';
import { INSERT_NOTE } from '../sql/write-statements';
import { NoteRefused } from './refusals';
import { placeOf, TAPPING_VIEWS, type Tap } from './tap-shape';

/**
 * F10: keeps what a screen tapped, and gives the ticket as it then is. The same tap again gives the ticket as it is by
 * now. @throws NoteRefused, Unwritable
 */
export async function takeTap(core: Core, screen: Screen, tap: Tap): Promise<Ticket> {
  if (!TAPPING_VIEWS.includes(screen.view))
    throw new NoteRefused('view', `A screen of view ${screen.view} shows courses and changes none.`);
  return core.queue.run((sql, stages) => stageTap(sql, stages, core, screen, tap));
}

async function stageTap(sql: Statements, stages: Stages, core: Core, screen: Screen, tap: Tap): Promise<Ticket> {
  const { order, staged } = await findOrder(sql, stages, core, tap);
  if (!screen.branches.includes(order.branch))
    throw new NoteRefused('branch', 'This ticket is of a branch that is not this screen’s.');
  const ticket = ticketOf(order, tap);
  if (await isRepeat(sql, screen, tap)) return told(core, staged, ticket);

  const note = noteOf(core, staged, screen, ticket, tap);
  refuseLate(tap, note);
  refuseSenseless(note, order, ticket, core, staged);
  await sql.$executeRawUnsafe(INSERT_NOTE, ...noteValues(note, order));
  const noted = { ...order, notes: [...order.notes, note] };
  settleOrder(staged, noted, noted, core.settings, note.at);
  settleOwnTable(staged, noted, core, note.at);
  return told(core, staged, ticketOf(staged.order(order.key) ?? noted, tap));
}

/** The order of the ticket, from memory or as it is stored. */
async function findOrder(
  sql: Statements,
  stages: Stages,
  core: Core,
  { ticketId }: Tap,
): Promise<{ order: LiveOrder; staged: StagedBranch }> {
  const { orderKey } = placeOf(ticketId);
  const state = core.boards.branches().find(({ orders }) => orders.has(orderKey));
  const order = state?.orders.get(orderKey) ?? (await loadOrders(sql, [orderKey])).at(0);
  if (!order) throw unknown();
  return { order, staged: stages.of(order.branch) };
}

function ticketOf(order: LiveOrder, { ticketId }: Tap): KeptTicket {
  const { courseNumber, round } = placeOf(ticketId);
  const ticket = order.tickets.find((each) => each.course.number === courseNumber && each.round === round);
  if (!ticket) throw unknown();
  return ticket;
}

function unknown(): NoteRefused {
  return new NoteRefused('unknown', 'There is no such ticket (any more).');
}

/** The unique id decides what is a repeat; one that says something else is none. */
async function isRepeat(sql: Statements, screen: Screen, { noteId, kind, ticketId }: Tap): Promise<boolean> {
  const [row] = await sql.$queryRawUnsafe<NoteRow[]>(NOTE_BY_ID, noteId);
  if (!row) return false;
  const { orderKey, courseNumber, round, ...known } = noteOfRow(row);
  const isSameTap =
    known.kind === kind && known.by.id === screen.id && `${orderKey}-${courseNumber}-${round}` === ticketId;
  if (!isSameTap) throw new NoteRefused('used', 'This noteId was used for another tap.');
  return true;
}

function noteOf(
  core: Core,
  staged: StagedBranch,
  screen: Screen,
  { course, round, readyAt }: KeptTicket,
  { noteId, kind }: Tap,
): PlacedNote {
  const receivedAt = core.now();
  return {
    id: noteId,
    kind,
    by: { id: screen.id, name: screen.name },
    at: branchNow(staged, receivedAt),
    receivedAt,
    seenReadyAt: readyAt,
    courseNumber: course.number,
    round,
  };
}

function refuseLate({ at }: Tap, { receivedAt }: PlacedNote): void {
  if (at !== undefined && receivedAt - Date.parse(at) > TAP_HOLDS_MS)
    throw new NoteRefused('late', 'This was tapped more than 30 seconds ago: look at the board and tap again.');
}

/** Refuses what would mean nothing, or would take from somebody else what is theirs. */
function refuseSenseless(
  note: PlacedNote,
  order: LiveOrder,
  ticket: KeptTicket,
  { settings }: Core,
  staged: StagedBranch,
): void {
  const earlier = order.notes.filter((each) => each.courseNumber === note.courseNumber && each.round === note.round);
  if (note.kind === 'undo') {
    const undo = undoable(earlier, note.by, note.receivedAt);
    if ('code' in undo) throw new NoteRefused(undo.code, UNDO_WORDS[undo.code]);
    return;
  }
  // As it is now: what is kept may be half a second behind a claim that has run out, or what is closed.
  const limits = settings.limitsOf(staged.number, ticket.course.number);
  const { noted, closedAt } = standingAt(ticket, earlier, note.at, limits, calendarOf(staged.row));
  if (closedAt !== null)
    throw new NoteRefused('closed', `This course is ${ticket.servedAt === null ? 'closed' : 'served'} already.`);
  const { claim, collected, hiddenOn } = noted;
  const isHidden = hiddenOn.includes(note.by.id);
  if (collected && (note.kind === 'claim' || note.kind === 'collect'))
    throw new NoteRefused('collected', `${collected.by.name} has taken it to the table.`);
  if (note.kind === 'claim' && claim && claim.by.id !== note.by.id)
    throw new NoteRefused('claimed', `${claim.by.name} has it.`);
  if (note.kind === 'hide' && isHidden) throw new NoteRefused('hidden', 'It is hidden on this screen already.');
  if (note.kind === 'recall' && !isHidden) throw new NoteRefused('not-hidden', 'It is not hidden on this screen.');
}

const UNDO_WORDS = {
  nothing: 'There is nothing to take back on this ticket.',
  'not-yours': 'Only the screen that tapped it can take it back.',
  'undo-late': 'It can be taken back for 5 seconds only.',
} as const;

/** What is collected is food on its table (F10b). A table without news of its own has nothing to settle. */
function settleOwnTable(staged: StagedBranch, order: LiveOrder, { settings }: Core, now: number): void {
  const table = order.table && staged.table(tableKey(order.table));
  if (table) settleTable(staged, table, table.newsAt, settings, now);
}

function noteValues(note: PlacedNote, order: LiveOrder): (string | number | null)[] {
  const { id, courseNumber, round, kind, by, at, receivedAt, seenReadyAt } = note;
  return [id, order.key, courseNumber, round, kind, by.id, by.name, at, receivedAt, seenReadyAt];
}

function told({ settings }: Core, staged: StagedBranch, ticket: KeptTicket): Ticket {
  return readTicket(ticket, settings.readingOf(staged.number, staged.row.votes));
}
