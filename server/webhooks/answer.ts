import type { ServerResponse } from 'node:http';
import type { RefusalCode } from '../../contract/deliveries';
import { REFUSALS } from '../../contract/deliveries';
import { reply } from '../http/reply';
import { type SigningKey, sign } from './sign';
import type { Verified } from './verify';

const DONE = '{}';
/** The POS then matches the code itself (pos-interface, section 4). */
const SCAN_NOT_RECOGNIZED = JSON.stringify({ scanCode: { recognized: false } });

/** By key and text: the texts are few and fixed, nearly always the same one, and a signature is dear. */
const signatures = new WeakMap<SigningKey, Map<string, string>>();

/** Signed with the key that the request was signed with. The text is fixed: an echo could be posted back as valid. */
export function answer(
  response: ServerResponse,
  { key, prefix }: Extract<Verified, { verified: true }>,
  code: RefusalCode | null,
  isScan: boolean,
): void {
  const body = code !== null ? errorBody(code) : isScan ? SCAN_NOT_RECOGNIZED : DONE;
  const status = code === null ? 200 : code === 'UNAVAILABLE' ? 503 : 400;
  reply(
    response,
    status,
    { 'Content-Type': 'application/json', [`${prefix}-Signature`]: signatureOf(body, key) },
    body,
  );
}

export function errorBody(code: RefusalCode): string {
  return JSON.stringify({ error: { code, message: REFUSALS[code] } });
}

function signatureOf(body: string, key: SigningKey): string {
  let known = signatures.get(key);
  if (!known) {
    known = new Map();
    signatures.set(key, known);
  }
  const signature = known.get(body) ?? sign(Buffer.from(body), key);
  known.set(body, signature);
  return signature;
}
