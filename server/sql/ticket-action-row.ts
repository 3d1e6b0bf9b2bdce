import type { TicketActionKind } from '../../contract/live';
import type { PlacedAction } from '../../domain/ticket-action';
import { type Int, int } from './int';

/** A row of ScreenNote. */
export type TicketActionRow = {
  key: Int;
  id: string;
  orderKey: Int;
  courseNumber: Int;
  round: Int;
  kind: string;
  screenId: Int;
  screenName: string;
  at: Int;
  receivedAt: Int;
  seenReadyAt: Int | null;
};

export function ticketActionOf(row: TicketActionRow): PlacedAction & { orderKey: number } {
  return {
    id: row.id,
    kind: row.kind as TicketActionKind,
    by: { id: int(row.screenId), name: row.screenName },
    at: int(row.at),
    receivedAt: int(row.receivedAt),
    seenReadyAt: int(row.seenReadyAt),
    orderKey: int(row.orderKey),
    courseNumber: int(row.courseNumber),
    round: int(row.round),
  };
}
