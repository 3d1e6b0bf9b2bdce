import { KEY, SUBSCRIPTION } from '../../../server/testing/pos-key';
import { sign } from '../../../server/webhooks/sign';
import type { Body } from './bodies';

/** The bytes of a signed HTTP request. */
export function signedRequest({ path, body }: Pick<Body, 'path' | 'body'>): Buffer {
  const bytes = Buffer.from(body);
  const head = [
    `POST ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    'Content-Type: application/json',
    'Accept: application/json',
    `Content-Length: ${bytes.length}`,
    `X-Service-Subscription-Id: ${SUBSCRIPTION}`,
    `X-Service-Signature: ${sign(bytes, KEY)}`,
  ];
  return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), bytes]);
}
