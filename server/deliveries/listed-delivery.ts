import { isUtf8 } from 'node:buffer';
import type { DeliveryOutcome, ListedDelivery, ParsedCourse } from '../../contract/deliveries';
import { toIso } from '../../domain/to-iso';
import { redactHeaders } from '../http/redact-headers';
import { DELIVERY_BY_ID } from '../sql/delivery-statements';
import { type Int, int } from '../sql/int';
import type { Source } from '../sql/statements';
import { causeOf } from './causes';

/** Parses the course in a body; null if there is none. Passed in, so that this file does not load the parser. */
export type ParseCourse = (delivery: { body: Uint8Array; bodySha256: string; step: number }) => ParsedCourse | null;

export type DeliveryRow = {
  id: string;
  receivedAt: Int;
  subscription: string;
  pathEvent: string;
  headers: string;
  outcome: DeliveryOutcome;
  reason: string | null;
  branch: Int | null;
  orderKey: Int | null;
  courseNumber: Int | null;
  step: Int | null;
  round: Int | null;
  bodySha256: string;
  body: Uint8Array;
  erasedAt: Int | null;
};

/** A row in the form of the contract. Signatures in its headers are truncated. */
export function listed(row: DeliveryRow, parse: ParseCourse): ListedDelivery {
  const body = Buffer.from(row.body);
  const erasedAt = int(row.erasedAt);
  const isText = isUtf8(body);
  const isCourse = row.orderKey !== null && row.round !== null;
  return {
    id: row.id,
    receivedAt: toIso(int(row.receivedAt)),
    subscription: row.subscription,
    pathEvent: row.pathEvent,
    outcome: row.outcome,
    reason: row.reason,
    cause: causeOf(row.outcome, row.reason),
    branch: int(row.branch),
    ticketId: isCourse ? `${int(row.orderKey ?? 0)}-${int(row.courseNumber ?? 0)}-${int(row.round ?? 0)}` : null,
    told: row.step === null ? null : parse({ body, bodySha256: row.bodySha256, step: int(row.step) }),
    headers: redactHeaders(JSON.parse(row.headers) as Record<string, string>),
    bodySha256: row.bodySha256,
    erasedAt: toIso(erasedAt),
    body: isText && erasedAt === null ? body.toString('utf8') : null,
    bodyBase64: isText ? null : body.toString('base64'),
  };
}

/** One delivery in the form of the contract; null for an unknown id. */
export async function listedDelivery(
  source: Source,
  id: string,
  parse: ParseCourse = () => null,
): Promise<ListedDelivery | null> {
  const [row] = await source.$queryRawUnsafe<DeliveryRow[]>(DELIVERY_BY_ID, id);
  return row ? listed(row, parse) : null;
}
