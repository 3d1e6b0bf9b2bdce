import type { IncomingMessage, ServerResponse } from 'node:http';
import * as z from 'zod';
import {
  type PairingStarted,
  type PairReply,
  pairRequestShape,
  screenShape,
  screenWishShape,
  waitingDeviceShape,
} from '../../contract/screens';
import { toIso } from '../../domain/fact';
import { COMMAND } from '../../lib/release';
import { applyAuditedChange } from '../audit/entry';
import { takeBranches } from '../board/stages';
import type { Core } from '../core';
import { isOwnOrigin, reachableOrigins } from '../http/own-addresses';
import { branchParameter } from '../http/parameters';
import { addressOf, isHttps } from '../http/peer';
import { MAX_FORM_BYTES } from '../http/read-body';
import { Problem, replyJson } from '../http/reply';
import { addPairing, approvePairing, type Pairing, pairingWithCode } from '../screens/pairings';
import { publicScreen } from '../screens/screens';
import { cookieToken, hashToken, screenCookie } from '../session/screen-token';
import { UserError } from '../user-error';
import { branchFor, checkedInTurn, requireBranches, type Viewer } from './access';
import { type ApiDeps, asProblem, bodyOf, type Endpoint, endpoint, readJson } from './endpoint';

const byCode = z.strictObject({ code: z.string().max(40) });

export const pairingEndpoints: readonly Endpoint[] = [
  endpoint({
    method: 'POST',
    path: '/api/v1/kiosk/leave',
    summary:
      'Whether a screen may leave its kiosk with this PIN (setting kioskPin). After five wrong ones it has to wait for ten minutes.',
    views: ['kitchen', 'pass', 'ready', 'tables', 'pickup'],
    managers: 'none',
    query: z.strictObject({ branch: branchParameter }),
    body: z.strictObject({ pin: z.string().max(20) }),
    reply: z.object({ mayLeave: z.literal(true) }),
    async handle({ deps, viewer, query, body }) {
      const pin = deps.settings.value('kioskPin', branchFor(viewer, query.branch));
      if (pin === 'off' || viewer.screen === null) return { mayLeave: true };
      // The page asks without one to learn whether it is needed.
      if (body.pin === '') throw new Problem(403, 'A PIN is needed.', { code: 'pin-needed' });
      const who = `kiosk ${viewer.screen.id}`;
      const seconds = await deps.codeTries.count(who);
      if (seconds > 0) {
        const headers = { 'Retry-After': String(seconds) };
        throw new Problem(429, `Too many wrong PINs: wait ${Math.ceil(seconds / 60)} min.`, {
          headers,
          code: 'too-many',
        });
      }
      if (String(pin) === body.pin) {
        await deps.codeTries.recordRight(who);
        return { mayLeave: true };
      }
      throw new Problem(403, 'This PIN is wrong.', { code: 'pin' });
    },
  }),
  endpoint({
    method: 'GET',
    path: '/api/v1/pairings/:code',
    summary: 'The device that shows this code. After five wrong codes a manager has to wait for ten minutes.',
    alsoRefuses: [409],
    query: byCode,
    reply: waitingDeviceShape,
    async handle({ deps, viewer, query }) {
      const { device, address, expiresAt } = await waitingDevice(deps, viewer, query.code);
      return { device, address, expiresAt: toIso(expiresAt) };
    },
  }),
  endpoint({
    method: 'POST',
    path: '/api/v1/pairings/:code',
    summary: 'Makes a screen of the device that shows this code. Of several who approve it at once, one succeeds.',
    alsoRefuses: [409],
    query: byCode,
    body: screenWishShape,
    reply: z.object({ screen: screenShape }),
    async handle({ deps, viewer, query, body, author }) {
      const checked = checkedInTurn(deps, () => requireBranches(viewer, body.branches));
      const pairing = await waitingDevice(deps, viewer, query.code);
      const { id } = await applyAuditedChange(
        checked,
        async (sql, stages) => {
          await takeBranches(sql, body.branches, stages);
          return approvePairing(sql, pairing, body, deps.now());
        },
        author,
        (added) => ({ action: 'screen-added', subject: body.name, after: { ...added, ...body } }),
      ).catch(asProblem);
      return { screen: { id, ...body } };
    },
  }),
];

/**
 * Gives a device without a pairing a code to show, which a manager approves within ten minutes. A device that is
 * paired learns which screen it is. @throws Problem
 */
export async function startPairing(deps: Core, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { config, now, screens } = deps;
  if (!isOwnOrigin(request, config)) throw new Problem(403, 'Only a page of this server may pair a screen.');
  readJson(z.strictObject({}), await bodyOf(request, MAX_FORM_BYTES));
  const known = screens().get(hashToken(cookieToken(request.headers.cookie) ?? ''));
  if (known?.revokedAt === null) return reply(response, { screen: publicScreen(known) });

  const address = addressOf(request, config);
  if (!deps.takePairingStart(address))
    throw new Problem(429, 'Too many codes were asked for: wait a minute.', { headers: { 'Retry-After': '60' } });
  const device = String(request.headers['user-agent'] ?? '');
  const { code, token, expiresAt } = await deps.queue
    .run(async (sql, stages) => {
      await deps.lockConfig(sql);
      const { apply, ...added } = await addPairing(sql, deps.pairings(), { device, address }, now());
      stages.onCommit(apply);
      stages.onCommit(await deps.announceConfig(sql));
      return added;
    })
    .catch((error: unknown) => {
      if (error instanceof UserError)
        throw new Problem(503, `${error.message}.`, { headers: { 'Retry-After': '60' }, code: 'busy' });
      throw error;
    });
  const link = `${reachableOrigins(config, request.headers)[0]}/manager/screens?code=${code}`;
  reply(response, { code, token, expiresAt: toIso(expiresAt), link, name: deps.localName.current() });
}

function reply(response: ServerResponse, started: PairingStarted): void {
  replyJson(response, 200, started);
}

/** @throws Problem 404 for a code that no device shows, 409 for a used one, 429 after too many wrong ones */
async function waitingDevice(deps: ApiDeps, { manager }: Viewer, code: string): Promise<Pairing> {
  if (!manager) throw new Problem(403, 'Only managers may do this.', { code: 'view' });
  const seconds = await deps.codeTries.count(manager.id);
  if (seconds > 0) {
    const headers = { 'Retry-After': String(seconds) };
    throw new Problem(429, `Too many wrong codes: wait ${Math.ceil(seconds / 60)} min.`, { headers, code: 'too-many' });
  }
  const pairing = pairingWithCode(deps.pairings().values(), code, deps.now());
  if (pairing) await deps.codeTries.recordRight(manager.id);
  if (pairing?.screenId === null) return pairing;
  if (pairing) throw new Problem(409, 'This code was used already.', { code: 'used' });
  throw new Problem(404, 'No device shows this code now. Codes are valid for ten minutes.', { code: 'unknown' });
}

/**
 * Turns the token of a pairing link, or of an approved code, into the cookie that keeps a screen paired over reboots (contract, HTTP). The page
 * reads the token from the link's fragment, which never appears in a request or a log. @throws Problem
 */
export async function pair(
  { config, now, pairings, screens }: Core,
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
