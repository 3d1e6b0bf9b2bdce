import type { ServerResponse } from 'node:http';
import { REFUSALS, type RefusalCode } from '../../contract/constants';
import { reply } from '../http/reply';
import { sign } from './sign';
import type { Verified } from './verify';

/** The answer to a scanned code. The POS then looks the code up itself (pos-interface, section 4). */
const SCAN_NOT_RECOGNIZED = JSON.stringify({ scanCode: { recognized: false } });
/** The answer to every other delivery that was stored. */
const STORED = '{}';

/**
 * Answers a verified request, signed with the key that verified it (pos-interface, section 1). All bodies are fixed
 * texts: an answer that repeated the request could be posted back as a valid delivery.
 */
export function answer(
  response: ServerResponse,
  { key, prefix }: Extract<Verified, { verified: true }>,
  code: RefusalCode | null,
  isScan: boolean,
): void {
  const body = code !== null ? errorBody(code) : isScan ? SCAN_NOT_RECOGNIZED : STORED;
  const status = code === null ? 200 : code === 'UNAVAILABLE' ? 503 : 400;
  reply(
    response,
    status,
    { 'Content-Type': 'application/json', [`${prefix}-Signature`]: sign(Buffer.from(body), key) },
    body,
  );
}

/** The body of an answer that refuses a request. */
export function errorBody(code: RefusalCode): string {
  return JSON.stringify({ error: { code, message: REFUSALS[code] } });
}
