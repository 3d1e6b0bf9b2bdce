import type { IncomingMessage, ServerResponse } from 'node:http';
import * as z from 'zod';
import { MINUTE_MS } from '../../lib/time';
import { applyAuditedChange, type Change } from '../audit/entry';
import type { BoardCommand } from '../board/stages';
import type { Core } from '../core';
import { addressOf } from '../http/peer';
import { Problem, replyJson } from '../http/reply';
import type { KnownManager } from '../people/people';
import {
  appAddress,
  beginSecondFactor,
  confirmSecondFactor,
  removeSecondFactor,
  takeCode,
} from '../people/second-factor';
import { type Manager, readSigned, signed } from '../session/session-cookie';
import type { Route, SignInParts } from './sign-in-parts';

const codeShape = z.string().min(1, 'is missing').max(40);

/** @throws Problem unless the code is right, and was not used before */
type RequireCode = (request: IncomingMessage, manager: Pick<Manager, 'id' | 'name'>, code: string) => Promise<void>;

const bodyShape = z.strictObject({ code: codeShape });
const beginShape = z.strictObject({ password: z.string().max(1_000) });

/** How long somebody whose password was right may take to enter a code. */
const CHALLENGE_MS = 5 * MINUTE_MS;
/** No token of a session starts with it: both are signed with the same secret. */
const PURPOSE = 'challenge:';

type Who = Pick<KnownManager, 'id' | 'lastSignInAt' | 'passwordSetAt'>;

/** Who has given the right password, and until when the code may follow. */
type Challenge = Omit<Who, 'id'> & { managerId: string; until: number };

const answerShape = z.strictObject({ challenge: z.string().max(400), code: codeShape });

export type SecondFactorRoutes = ReturnType<typeof createSecondFactorRoutes>;

/** The routes of a second factor: asked at sign-in, set up, and removed by its manager. */
export function createSecondFactorRoutes(deps: Core, parts: SignInParts) {
  const { auth, rateLimit, read } = parts;
  const requireCode = createCodeCheck(deps, parts);

  /** Answers a right password: a code has to follow. */
  function ask(response: ServerResponse, manager: KnownManager): void {
    replyJson(response, 200, { challenge: openChallenge(manager, deps.sessionSecret, deps.now()) });
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await read(request, answerShape);
    const manager = readChallenge(body.challenge, deps.people().managers, deps.sessionSecret, deps.now());
    // A new link has ended the password meanwhile.
    if (!manager || manager.link !== null)
      throw new Problem(410, 'This sign-in is no longer valid. Sign in again.', { code: 'challenge' });
    await requireCode(request, manager, body.code);
    await rateLimit.recordSuccess(addressOf(request, deps.config), manager.username);
    const session = await (await auth()).openSession(manager.id);
    await parts.complete(request, response, session, manager);
  }

  const routes: Route[] = [
    { method: 'POST', path: '/api/auth/second-factor', answer },
    ...createSecondFactorSetUpRoutes(deps, parts, requireCode),
  ];
  return { ask, routes, requireCode };
}

/** A token by which any node knows that the password of a manager was right. `now` is server time, epoch ms. */
function openChallenge({ id: managerId, lastSignInAt, passwordSetAt }: Who, secret: string, now: number): string {
  const challenge: Challenge = { managerId, lastSignInAt, passwordSetAt, until: now + CHALLENGE_MS };
  return signed(`${PURPOSE}${Buffer.from(JSON.stringify(challenge)).toString('base64url')}`, secret);
}

/**
 * Whose password was right; null for a token that is not valid, took too long, or is older than the last
 * sign-in or the password of its manager: it works once.
 */
function readChallenge<Manager extends Who>(
  token: string,
  managers: readonly Manager[],
  secret: string,
  now: number,
): Manager | null {
  const text = readSigned(token, secret);
  if (!text?.startsWith(PURPOSE)) return null;
  const challenge = JSON.parse(Buffer.from(text.slice(PURPOSE.length), 'base64url').toString('utf8')) as Challenge;
  const manager = managers.find(({ id }) => id === challenge.managerId);
  if (!manager || challenge.until <= now) return null;
  const isNewest = challenge.lastSignInAt === manager.lastSignInAt && challenge.passwordSetAt === manager.passwordSetAt;
  return isNewest ? manager : null;
}

/** The routes with which managers set up and remove their own second factor. */
function createSecondFactorSetUpRoutes(deps: Core, parts: SignInParts, requireCode: RequireCode): Route[] {
  const { now, secretBox } = deps;
  const { rateLimit, refuseIfTooMany, requirePassword } = parts;

  async function begin(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { manager, form } = await parts.readSignedIn(request, beginShape);
    await requirePassword(request, manager, form.password);
    const secret = await deps.queue.run((sql) => beginSecondFactor(sql, manager.id, secretBox));
    if (secret === null)
      throw new Problem(409, 'There is a second factor already. Remove it first.', { code: 'exists' });
    replyJson(response, 200, { address: await appAddress(secret, manager.name) });
  }

  async function confirm(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { manager, form } = await parts.readSignedIn(request, bodyShape);
    refuseIfTooMany(request, await rateLimit.countCode(manager.id));
    const backupCodes = await change(
      request,
      manager,
      (sql) => confirmSecondFactor(sql, manager.id, form.code.replaceAll(/\s/g, ''), secretBox, now()),
      (codes) => (codes === null ? null : 'second-factor-added'),
    );
    if (backupCodes === null) throw wrongCode();
    await rateLimit.recordRightCode(manager.id);
    replyJson(response, 200, { backupCodes });
  }

  async function remove(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { manager, form } = await parts.readSignedIn(request, bodyShape);
    await requireCode(request, manager, form.code);
    await change(
      request,
      manager,
      (sql) => removeSecondFactor(sql, manager.id),
      () => 'second-factor-removed',
    );
    replyJson(response, 200, { removed: true });
  }

  function change<Result>(
    request: IncomingMessage,
    { name }: Manager,
    work: BoardCommand<Result>,
    actionOf: (result: Result) => Change['action'] | null,
  ): Promise<Result> {
    return applyAuditedChange(deps, work, parts.byPage(request, name), (result) => {
      const action = actionOf(result);
      return action && { action, subject: name };
    });
  }

  return [
    { method: 'POST', path: '/api/auth/second-factor/begin', answer: begin },
    { method: 'POST', path: '/api/auth/second-factor/confirm', answer: confirm },
    { method: 'POST', path: '/api/auth/second-factor/remove', answer: remove },
  ];
}

function createCodeCheck(
  { queue, secretBox, now }: Core,
  { rateLimit, failed, refuseIfTooMany }: SignInParts,
): RequireCode {
  return async (request, { id, name }, code) => {
    refuseIfTooMany(request, await rateLimit.countCode(id));
    const isRight = await queue.run((sql) => takeCode(sql, id, code, secretBox, now()));
    if (isRight) return rateLimit.recordRightCode(id);
    failed(request, 'wrong-code', name);
    throw wrongCode();
  };
}

function wrongCode(): Problem {
  return new Problem(401, 'The code is wrong, or was used already.', { code: 'code' });
}
