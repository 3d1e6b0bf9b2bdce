import { isUtf8 } from 'node:buffer';
import { parse, stringify } from 'lossless-json';
import type { DeliveryOutcome } from '../../contract/deliveries';
import type { CourseDelivery } from '../../contract/history';
import { toIso } from '../../domain/to-iso';
import { DELIVERIES_OF_COURSE } from '../sql/history-statements';
import { type Int, int } from '../sql/int';
import type { Source } from '../sql/statements';
import type { TicketKey } from './course-filter';

/** Limits the page of a course whose deliveries were repeated without end. */
const MAX_LISTED = 200;

type Row = {
  id: string;
  receivedAt: Int;
  pathEvent: string;
  outcome: DeliveryOutcome;
  step: Int;
  at: Int;
  round: Int | null;
  bodySha256: string;
  body: Uint8Array;
  erasedAt: Int | null;
  all: Int;
};

/** The first deliveries of a course, in any round, in order of arrival, and the total number. */
export async function deliveriesOfCourse(
  source: Source,
  [orderKey, courseNumber]: TicketKey,
): Promise<{ deliveries: CourseDelivery[]; deliveryCount: number }> {
  const rows = await source.$queryRawUnsafe<Row[]>(DELIVERIES_OF_COURSE, orderKey, courseNumber, MAX_LISTED);
  return {
    deliveries: rows.map(({ id, pathEvent, outcome, bodySha256, ...row }) => ({
      id,
      receivedAt: toIso(int(row.receivedAt)),
      pathEvent,
      outcome,
      step: int(row.step),
      at: toIso(int(row.at)),
      round: int(row.round),
      bodySha256,
      bytes: row.body.byteLength,
      erasedAt: toIso(int(row.erasedAt)),
      ...(row.erasedAt === null ? textOf(row.body) : { body: null, pretty: null }),
    })),
    deliveryCount: int(rows[0]?.all ?? 0),
  };
}

function textOf(bytes: Uint8Array): Pick<CourseDelivery, 'body' | 'pretty'> {
  if (!isUtf8(bytes)) return { body: null, pretty: null };
  const body = Buffer.from(bytes).toString('utf8');
  return { body, pretty: indented(body) };
}

function indented(json: string): string | null {
  try {
    return stringify(parse(json), null, 2) ?? null;
  } catch {
    return null;
  }
}
