import { REFUSALS } from '../../contract/deliveries';
import { sign } from '../../server/webhooks/sign';
import { KEY } from '../harness/pos-key';
import type { DeliveryCase } from './delivery-case';
import type { RawAnswer, ReceivedAnswers } from './raw-http';

const SCAN_ANSWER = '{"scanCode":{"recognized":false}}';

/** The faults of the answers to a case, as texts. */
export function checkAnswers({ sent, mayBeSilent }: DeliveryCase, { answers }: ReceivedAnswers): string[] {
  const isUnsigned = sent.every(({ isSigned }) => !isSigned);
  const expected = sent.filter(({ stored }) => stored === 'must').length;
  const least = mayBeSilent ? 0 : Math.max(expected, Math.min(1, sent.length));
  return [
    ...(answers.length < least ? [`${answers.length} answers came, and ${least} were due`] : []),
    ...answers.flatMap((answer) => checkAnswer(answer, isUnsigned)),
  ];
}

function checkAnswer(answer: RawAnswer, isUnsigned: boolean): string[] {
  const { status, headers, body } = answer;
  const broken: string[] = [];
  if (!isDocumented(answer)) broken.push(`an answer is not documented: ${status} ${body.slice(0, 200)}`);
  const signatures = [...headers].filter(([name]) => name.endsWith('-signature')).map(([, value]) => value);
  if (signatures.some((signature) => signature !== sign(Buffer.from(body), KEY)))
    broken.push(`an answer ${status} is wrongly signed`);
  if (signatures.length > 0 && isUnsigned) broken.push(`the answer ${status} to an unsigned request is signed`);
  if (signatures.length === 0 && status === 200) broken.push('an acknowledgement is not signed');
  return broken;
}

/** pos-interface, section 1. Every other path is a page's, and this server has no pages. */
function isDocumented({ status, headers, body }: RawAnswer): boolean {
  if (status === 200) return body === '{}' || body === SCAN_ANSWER;
  if (status === 404) return headers.get('content-type')?.startsWith('text/plain') ?? false;
  const code = codeOf(body);
  if (status === 405) return code === 'METHOD_NOT_ALLOWED' && headers.get('allow') === 'POST';
  return status === 400 && code !== null && code !== 'METHOD_NOT_ALLOWED' && code !== 'UNAVAILABLE';
}

/** The code of a refusal with the documented members only. */
export function codeOf(body: string): keyof typeof REFUSALS | null {
  const known = Object.entries(REFUSALS).find(
    ([code, message]) => body === JSON.stringify({ error: { code, message } }),
  );
  return (known?.[0] as keyof typeof REFUSALS | undefined) ?? null;
}
