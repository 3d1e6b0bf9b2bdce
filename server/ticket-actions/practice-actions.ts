import { PRACTICE_ORDER_KEYS, type Ticket } from '../../contract/live';
import { readTicket } from '../../domain/ticket';
import { actionsOn } from '../../domain/ticket-action';
import type { Practices } from '../practice/practices';
import type { Screen } from '../screens/screens';
import {
  actingScreen,
  actionOf,
  placeOf,
  refuseIneffective,
  refuseOtherBranch,
  refuseOtherUse,
  refuseTooMany,
  refuseWrongTime,
  ticketOf,
  unknown,
} from './check-action';
import type { ActionRequest } from './shapes';

export type PracticeActionDeps = {
  practices: Pick<Practices, 'withOrder' | 'addAction'>;
  /** By the hash of their token. */
  screens: () => ReadonlyMap<string, Screen>;
  /** Server time, epoch ms. */
  now: () => number;
};

/** Whether an action is about a ticket of a practice service. */
export function isOfPractice({ ticketId }: ActionRequest): boolean {
  return placeOf(ticketId).orderKey >= PRACTICE_ORDER_KEYS;
}

/** F28c: like an action on a real ticket, but it is kept in memory only. @throws ActionRefused */
export function takePracticeAction(deps: PracticeActionDeps, tokenHash: string, request: ActionRequest): Ticket {
  const screen = actingScreen(deps, tokenHash);
  const place = placeOf(request.ticketId);
  const { orderKey } = place;
  const practice = orderOf(deps, orderKey);
  refuseOtherBranch(screen, practice.branch);
  const repeated = practice.actions.find(({ id }) => id === request.noteId);
  if (repeated) {
    refuseOtherUse(repeated, repeated.orderKey, screen, request);
    return readTicket(ticketOf(practice, repeated), practice.reading);
  }
  const ticket = ticketOf(practice, place);
  const serverNow = deps.now();
  const action = actionOf(screen, ticket, request, { now: serverNow - practice.posOffsetMs, serverNow });
  refuseWrongTime(request, action);
  refuseTooMany(action, practice, ticket);
  const earlier = actionsOn(ticket, practice.tickets, practice.actions);
  refuseIneffective(action, earlier, ticket, true, () => ticket);
  const after = deps.practices.addAction(practice.branch, { ...action, orderKey });
  const tickets = after?.tickets.filter((each) => each.orderKey === orderKey) ?? [];
  return readTicket(ticketOf({ tickets }, place), practice.reading);
}

/** The tickets of a practised order, and the actions on them. */
function orderOf({ practices }: Pick<PracticeActionDeps, 'practices'>, orderKey: number) {
  const practice = practices.withOrder(orderKey);
  if (!practice) throw unknown();
  const isOf = (each: { orderKey: number }) => each.orderKey === orderKey;
  return { ...practice, tickets: practice.tickets.filter(isOf), actions: practice.actions.filter(isOf) };
}
