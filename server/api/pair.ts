import type { IncomingMessage, ServerResponse } from 'node:http';
import { type PairReply, pairRequestShape } from '../../contract/screens';
import { toIso } from '../../domain/to-iso';
import { COMMAND } from '../../lib/release';
import type { Core } from '../core';
import { isOwnOrigin } from '../http/own-origin';
import { isHttps } from '../http/peer';
import { Problem } from '../http/problem';
import { MAX_FORM_BYTES } from '../http/read-body';
import { replyJson } from '../http/reply';
import { publicScreen } from '../screens/screens';
import { cookieToken, hashToken, screenCookie } from '../session/screen-token';
import { bodyOf, readJson } from './read-request';

/**
 * Turns the token of a pairing link, or of an approved code, into the cookie that keeps a screen paired over reboots (contract, HTTP). The page
 * reads the token from the link's fragment, which never appears in a request or a log. @throws Problem
 */
export async function pair(
  { config, now, pairings, screens }: Pick<Core, 'config' | 'now' | 'pairings' | 'screens'>,
  incoming: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (!isOwnOrigin(incoming, config)) throw new Problem(403, 'Only a page of this server may pair a screen.');
  const { token } = readJson(pairRequestShape, await bodyOf(incoming, MAX_FORM_BYTES));

  const hash = hashToken(token);
  const screen = screens().get(hash);
  const pairing = pairings().get(hash);
  if (pairing && pairing.screenId === null) {
    if (pairing.expiresAt <= now())
      throw new Problem(410, 'This code has expired. Ask for another one.', { code: 'expired' });
    return replyJson(response, 200, { waiting: true, expiresAt: toIso(pairing.expiresAt) } satisfies PairReply);
  }
  if (!screen) throw new Problem(401, `This link is unknown. Create a new one: ${COMMAND} screen add …`);
  if (screen.revokedAt !== null)
    throw new Problem(401, `This screen was revoked. Create a new link: ${COMMAND} screen add …`);
  // A device that is paired already stays so.
  const isPaired = cookieToken(incoming.headers.cookie) === token;
  if (!isPaired && (screen.linkUntil ?? 0) <= now())
    throw new Problem(410, `This link is older than a day. Create a new one: ${COMMAND} screen link ${screen.id}`, {
      code: 'link',
    });
  // A browser ignores a secure cookie over plain http, and the screen would not really be paired.
  const cookie = screenCookie(token, isHttps(incoming, config));
  replyJson(response, 200, { screen: publicScreen(screen) } satisfies PairReply, { 'Set-Cookie': cookie });
}
