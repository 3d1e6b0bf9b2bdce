import type { OrderNames, TableNamed } from '../../domain/fact';
import type { KitchenDetails } from './shapes';

/** F2: the table order if it is there, else the cafeteria order; by id, else by kind, year and number. */
export function orderOf({
  tableOrder,
  cafeteriaOrder,
}: KitchenDetails): { names: OrderNames; identity: string } | null {
  const kind = tableOrder && (tableOrder.orderId !== null || tableOrder.number !== null) ? 'table' : 'cafeteria';
  const own = kind === 'table' ? tableOrder : cafeteriaOrder;
  if (!own) return null;
  const orderId = own.orderId ?? cafeteriaOrder?.orderId ?? null;
  const otherOrderId =
    kind === 'table' && cafeteriaOrder?.orderId !== orderId ? (cafeteriaOrder?.orderId ?? null) : null;
  const { year, number } = own;
  const names = {
    kind,
    orderId,
    otherOrderId,
    year,
    number,
    ticketNumber: cafeteriaOrder?.ticketNumber ?? null,
  } as const;
  if (orderId !== null) return { names, identity: `id:${orderId}` };
  return year === null || number === null ? null : { names, identity: `${kind}:${year}:${number}` };
}

/** A table without a number names none; without a sub-number it is the first. */
export function tableOf({ table }: KitchenDetails): TableNamed | null {
  if (!table || table.number === null) return null;
  return {
    number: table.number,
    subNumber: table.subNumber ?? '1',
    name: table.tableName,
    guests: table.numberOfGuests,
  };
}
