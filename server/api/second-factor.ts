import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import * as z from 'zod';
import { MAX_PASSWORD_LENGTH } from '../../contract/password-rule';
import { applyAuditedChange } from '../audit/audited-change';
import type { Change, SignIn } from '../audit/entry';
import type { BoardCommand } from '../board/stages';
import { addressOf } from '../http/peer';
import { Problem } from '../http/problem';
import { replyJson } from '../http/reply';
import { appAddress } from '../people/one-time-codes';
import { type KnownManager, sessionFromCookies } from '../people/people';
import { beginSecondFactor, confirmSecondFactor, removeSecondFactor, takeCode } from '../people/second-factor';
import type { Manager } from '../session/manager';
import { type AuthRoutesDeps, type Route, type SignInParts, wrongCredentials } from './sign-in-parts';

/** How long somebody whose password was right may take to enter a code. */
const CHALLENGE_MS = 5 * 60_000;
const MOST_CHALLENGES = 1_000;

const code = z.string().min(1, 'is missing').max(40);
const codeShape = z.strictObject({ code });
const answerShape = z.strictObject({ challenge: z.string().max(200), code });
const beginShape = z.strictObject({ password: z.string().max(1_000) });

type Challenge = { managerId: string; until: number; action: SignIn['action'] };

/** The routes of a second factor: asked at sign-in, set up, and removed by its manager. */
export function createSecondFactorRoutes(deps: AuthRoutesDeps, parts: SignInParts) {
  const { people, now, secretBox } = deps;
  const { auth, rateLimit, hashing, failed, refuseIfTooMany, read } = parts;
  const challenges = new Map<string, Challenge>();

  /** Answers a right password: a code has to follow. */
  function ask(response: ServerResponse, { id }: KnownManager, action: SignIn['action']): void {
    const token = randomBytes(32).toString('base64url');
    for (const [old, { until }] of challenges) if (until <= now()) challenges.delete(old);
    const [oldest] = challenges.keys();
    if (challenges.size >= MOST_CHALLENGES && oldest !== undefined) challenges.delete(oldest);
    challenges.set(token, { managerId: id, until: now() + CHALLENGE_MS, action });
    replyJson(response, 200, { challenge: token });
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await read(request, answerShape);
    const challenge = challenges.get(body.challenge);
    const manager = people().managers.find(({ id }) => id === challenge?.managerId);
    // A new link has ended the password meanwhile.
    if (!challenge || challenge.until <= now() || !manager || manager.link !== null)
      throw new Problem(410, 'This took too long. Sign in again.', [], {}, 'challenge');
    await requireCode(request, manager, body.code);
    if (!challenges.delete(body.challenge)) throw wrongCode();
    await rateLimit.recordSuccess(addressOf(request, deps.config), manager.username);
    const session = await (await auth()).openSession(manager.id);
    await parts.complete(request, response, session, manager, challenge.action);
  }

  /** @throws Problem unless the code is right, and was not used before */
  async function requireCode(request: IncomingMessage, { id, name }: Manager, code: string): Promise<void> {
    refuseIfTooMany(request, await rateLimit.countCode(id));
    const isRight = await deps.queue.run((sql) => takeCode(sql, id, code, secretBox, now()));
    if (isRight) return rateLimit.recordRightCode(id);
    failed(request, 'wrong-code', name);
    throw wrongCode();
  }

  async function begin(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const manager = signedIn(request);
    const { password } = await read(request, beginShape);
    const known = people().managers.find(({ id }) => id === manager.id);
    refuseIfTooMany(request, await rateLimit.countAttempt(addressOf(request, deps.config), known?.username ?? ''));
    const isRight =
      password.length <= MAX_PASSWORD_LENGTH &&
      (await hashing(async () => (await auth()).isPassword(manager.id, password)));
    if (!isRight) {
      failed(request, 'wrong-password', manager.name);
      throw wrongCredentials();
    }
    await rateLimit.recordSuccess(addressOf(request, deps.config), known?.username ?? '');
    const secret = await deps.queue.run((sql) => beginSecondFactor(sql, manager.id, secretBox));
    if (secret === null) throw new Problem(409, 'There is a second factor already. Remove it first.', [], {}, 'exists');
    replyJson(response, 200, { address: await appAddress(secret, manager.name) });
  }

  async function confirm(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const manager = signedIn(request);
    const body = await read(request, codeShape);
    refuseIfTooMany(request, await rateLimit.countCode(manager.id));
    const backupCodes = await change(
      request,
      manager,
      (sql) => confirmSecondFactor(sql, manager.id, body.code.replaceAll(/\s/g, ''), secretBox, now()),
      (codes) => (codes === null ? null : 'second-factor-added'),
    );
    if (backupCodes === null) throw wrongCode();
    await rateLimit.recordRightCode(manager.id);
    replyJson(response, 200, { backupCodes });
  }

  async function remove(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const manager = signedIn(request);
    const body = await read(request, codeShape);
    await requireCode(request, manager, body.code);
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

  /** @throws Problem 401, or 403 for a page of another server */
  function signedIn(request: IncomingMessage): Manager {
    parts.requireOwnOrigin(request);
    const session = sessionFromCookies(request.headers.cookie, deps);
    if (!session) throw new Problem(401, 'Sign in first.', [], {}, 'no-session');
    return session.manager;
  }

  const routes: Route[] = [
    { method: 'POST', path: '/api/auth/second-factor', answer },
    { method: 'POST', path: '/api/auth/second-factor/begin', answer: begin },
    { method: 'POST', path: '/api/auth/second-factor/confirm', answer: confirm },
    { method: 'POST', path: '/api/auth/second-factor/remove', answer: remove },
  ];
  return { ask, routes };
}

function wrongCode(): Problem {
  return new Problem(401, 'The code is wrong, or was used already.', [], {}, 'code');
}
