import type { TicketActionKind } from '../../contract/live';
import type { PlacedAction } from '../../domain/ticket-action';
import { int } from './ticket-row';

/** A row of ScreenNote. */
export type TicketActionRow = {
  key: number | bigint;
  id: string;
  orderKey: number | bigint;
  courseNumber: number | bigint;
  round: number | bigint;
  kind: string;
  screenId: number | bigint;
  screenName: string;
  at: number | bigint;
  receivedAt: number | bigint;
  seenReadyAt: number | bigint | null;
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
