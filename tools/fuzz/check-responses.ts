import { REFUSALS } from '../../contract/constants';
import { KEY } from '../../server/testing/pos-key';
import { sign } from '../../server/webhooks/sign';
import { type DeliveryCase, HOST } from './delivery-case';
import type { RawResponse } from './raw-http';

const SCAN_RESPONSE = '{"scanCode":{"recognized":false}}';

/** Returns the violations in the responses to a case. */
export function checkResponses({ sent, allowsNoResponse }: DeliveryCase, responses: readonly RawResponse[]): string[] {
  const isUnsigned = sent.every(({ isSigned }) => !isSigned);
  const expected = sent.filter(({ stored }) => stored === 'must').length;
  const minimum = allowsNoResponse ? 0 : Math.max(expected, Math.min(1, sent.length));
  return [
    ...(responses.length < minimum
      ? [`${responses.length} responses were received, at least ${minimum} expected`]
      : []),
    ...responses.flatMap((response) => checkResponse(response, isUnsigned)),
  ];
}

function checkResponse(response: RawResponse, isUnsigned: boolean): string[] {
  const { status, headers, body } = response;
  const violations: string[] = [];
  if (!isDocumented(response)) violations.push(`an undocumented response: ${status} ${body.slice(0, 200)}`);
  const signatures = [...headers].filter(([name]) => name.endsWith('-signature')).map(([, value]) => value);
  if (signatures.some((signature) => signature !== sign(Buffer.from(body), KEY)))
    violations.push(`a response ${status} has a wrong signature`);
  if (signatures.length > 0 && isUnsigned) violations.push(`the response ${status} to an unsigned request is signed`);
  if (signatures.length === 0 && status === 200) violations.push('an acknowledgement is not signed');
  return violations;
}

/**
 * See docs/pos-interface.md, section 1. Every other path is that of a page: this server has none, pages answer GET and
 * HEAD only, and other paths than those of webhooks only under a name of this server.
 */
function isDocumented({ status, headers, body }: RawResponse): boolean {
  if (status === 200) return body === '{}' || body === SCAN_RESPONSE;
  if (status === 404) return headers.get('content-type')?.startsWith('text/plain') ?? false;
  if (status === 421) return body.startsWith(`${HOST} is not a name of this server. `);
  const code = codeOf(body);
  const methods = headers.get('allow') ?? '';
  if (status === 405) return code === 'METHOD_NOT_ALLOWED' && ['POST', 'GET, HEAD'].includes(methods);
  if (status === 429) return code === 'TOO_MANY';
  return status === 400 && code !== null && code !== 'METHOD_NOT_ALLOWED' && code !== 'UNAVAILABLE';
}

/** The code of a documented error body; null for any other body. */
function codeOf(body: string): keyof typeof REFUSALS | null {
  const refusal = Object.entries(REFUSALS).find(
    ([code, message]) => body === JSON.stringify({ error: { code, message } }),
  );
  return (refusal?.[0] as keyof typeof REFUSALS | undefined) ?? null;
}
