import type { OrderKind } from '../../contract/constants';
import type { FactTable, OrderNames } from '../../domain/fact';
import type { KitchenDetails } from './shapes';

/** F2: identifies the table order if there is one, else the cafeteria order: by id, else by kind, year and number. */
export function orderOf(details: KitchenDetails): { names: OrderNames; identity: string } | null {
  const { tableOrder, cafeteriaOrder } = withoutEmptyOrder(details);
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

/** F2: an order of zeros next to an order with a number means that there is no such order. */
function withoutEmptyOrder({ tableOrder, cafeteriaOrder }: KitchenDetails): Orders {
  if (isNamed(cafeteriaOrder) && !isNamed(tableOrder)) return { tableOrder: null, cafeteriaOrder };
  if (isNamed(tableOrder) && isZeros(cafeteriaOrder)) return { tableOrder, cafeteriaOrder: null };
  return { tableOrder, cafeteriaOrder };
}

type Orders = Pick<KitchenDetails, 'tableOrder' | 'cafeteriaOrder'>;
type Order = Orders['tableOrder'];

/** Without a usable id, a number of zero identifies no order. */
function isNamed(order: Order): boolean {
  return order !== null && (order.orderId !== null || (order.number ?? 0) !== 0);
}

function isZeros(order: Order): boolean {
  return order !== null && order.orderId === null && order.number === 0;
}

/**
 * F7: the table of an event by number and sub-number, by default the first; without a number only the name and the number
 * of guests. For a counter order, a table with number zero means that there is none; a party without guests, that nobody
 * counted them.
 */
export function tableOf({ table }: KitchenDetails, kind: OrderKind): FactTable | null {
  if (!table) return null;
  const { number, subNumber, tableName: name, numberOfGuests } = table;
  const guests = numberOfGuests !== null && numberOfGuests > 0 ? numberOfGuests : null;
  const isNone = number === null || (number === '0' && kind === 'cafeteria');
  if (!isNone) return { number, subNumber: subNumber ?? '1', name, guests };
  return name === null && guests === null ? null : { number: null, subNumber: null, name, guests };
}
