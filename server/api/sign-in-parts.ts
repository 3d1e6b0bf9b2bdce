import type { IncomingMessage, ServerResponse } from 'node:http';
import * as z from 'zod';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '../../contract/constants';
import { createConcurrencyLimit } from '../../lib/concurrency-limit';
import { type Author, type FailedSignIn, record } from '../audit/entry';
import { applyConfigChange } from '../board/stages';
import type { Core } from '../core';
import { isOwnOrigin } from '../http/own-addresses';
import { addressOf, isHttps } from '../http/peer';
import { MAX_FORM_BYTES } from '../http/read-body';
import { Problem, replyJson } from '../http/reply';
import { createAuth, SESSION_DAYS } from '../people/auth';
import { type KnownManager, publicFields, sessionFromCookies } from '../people/people';
import { createSignInRateLimit } from '../people/sign-in-rate-limit';
import { type Manager, sessionCookies, signedToken } from '../session/session-cookie';
import { bodyOf, parseJson } from './endpoint';

/** A route that checks access itself. */
export type Route = {
  method: 'GET' | 'POST';
  path: string;
  answer: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
};

/** A password that somebody chooses. */
export const passwordShape = z
  .string()
  .min(MIN_PASSWORD_LENGTH, `must have at least ${MIN_PASSWORD_LENGTH} characters`)
  .max(MAX_PASSWORD_LENGTH, `must have at most ${MAX_PASSWORD_LENGTH} characters`);
export const tokenShape = z.string().max(200);

/** A hash needs 32 MB and a thread of the pool. More than two at once would delay everything else. */
const HASHES = { atOnce: 2, waiting: 20 };
const SESSION_SECONDS = SESSION_DAYS * 86_400;

export type SignInParts = ReturnType<typeof createSignInParts>;

/** What every way to sign in uses. */
export function createSignInParts(deps: Core) {
  const hashLimit = createConcurrencyLimit(HASHES);

  const byPage = (request: IncomingMessage, by: string | null): Author => ({
    ...{ by, via: 'page', address: addressOf(request, deps.config) },
  });
  const failed = (request: IncomingMessage, action: FailedSignIn['action'], subject: string | null = null) =>
    deps.audit.count({ ...byPage(request, null), action, subject });
  const setCookies = (request: IncomingMessage, response: ServerResponse, value: string, seconds: number) =>
    response.setHeader('Set-Cookie', sessionCookies(value, seconds, isHttps(request, deps.config)));

  /** @throws Problem for a page of another server */
  const requireOwnOrigin = (request: IncomingMessage) => {
    if (!isOwnOrigin(request, deps.config)) throw new Problem(403, 'Only a page of this server may send this request.');
  };

  const auth = createAuth(deps);
  const rateLimit = createSignInRateLimit(deps.rateLimits);

  /** Hashes a password, unless too many wait. @throws Problem */
  async function hashing<Result>(work: () => Promise<Result>): Promise<Result> {
    const outcome = await hashLimit.run(async () => ({ result: await work() }));
    if (outcome) return outcome.result;
    const detail = 'Too many people are signing in right now. Try again in a moment.';
    throw new Problem(503, detail, { headers: { 'Retry-After': '5' }, code: 'busy' });
  }

  /** @throws Problem if there are seconds to wait */
  function refuseIfTooMany(request: IncomingMessage, seconds: number): void {
    if (seconds === 0) return;
    failed(request, 'too-many-attempts');
    const headers = { 'Retry-After': String(seconds) };
    throw new Problem(429, `Too many attempts: wait ${seconds} s.`, { headers, code: 'too-many' });
  }

  /** @throws Problem unless a page of this server sent a form of this shape */
  async function read<Shape extends z.ZodType>(request: IncomingMessage, shape: Shape): Promise<z.infer<Shape>> {
    requireOwnOrigin(request);
    return parseJson(shape, await bodyOf(request, MAX_FORM_BYTES));
  }

  /** @throws Problem 401, or 403 for a page of another server, and for whoever is no owner where only they may */
  function signedIn(request: IncomingMessage, who: 'owners' | 'all' = 'all'): Manager {
    requireOwnOrigin(request);
    const session = sessionFromCookies(request.headers.cookie, deps);
    if (!session) throw new Problem(401, 'Sign in first.', { code: 'no-session' });
    if (who === 'owners' && session.manager.role !== 'owner')
      throw new Problem(403, 'Only an owner may do this.', { code: 'owner' });
    return session.manager;
  }

  return {
    auth,
    rateLimit,
    hashing,
    refuseIfTooMany,
    read,
    signedIn,
    byPage,
    failed,
    setCookies,

    /** The signed-in manager and their form. The session is checked again after the form, which may have taken long. */
    async readSignedIn<Shape extends z.ZodType>(request: IncomingMessage, shape: Shape, who: 'owners' | 'all' = 'all') {
      signedIn(request, who);
      const form = await read(request, shape);
      return { manager: signedIn(request, who), form };
    },

    /** Asks a manager who is signed in for the password again. @throws Problem */
    async requirePassword(request: IncomingMessage, { id, name }: Manager, password: string): Promise<void> {
      const username = deps.people().managers.find((known) => known.id === id)?.username ?? '';
      refuseIfTooMany(request, await rateLimit.countAttempt(addressOf(request, deps.config), username));
      const isRight =
        password.length <= MAX_PASSWORD_LENGTH && (await hashing(async () => (await auth()).isPassword(id, password)));
      if (!isRight) {
        failed(request, 'wrong-password', name);
        throw wrongCredentials();
      }
      await rateLimit.recordSuccess(addressOf(request, deps.config), username);
    },

    /** Completes a sign-in: stores its time, deletes expired sessions, and sets the cookie. */
    async complete(
      request: IncomingMessage,
      response: ServerResponse,
      session: string,
      { id, name }: KnownManager,
      more: { recoveryCodes?: string[] } = {},
    ): Promise<void> {
      const now = deps.now();
      await applyConfigChange(deps, async (sql) => {
        // A new link, which ends all sessions, may have been made since the password or the code was checked.
        const known = await sql.manager.findUnique({ where: { id }, select: { linkHash: true } });
        if (known?.linkHash !== null) return void (await sql.managerSession.deleteMany({ where: { token: session } }));
        await sql.manager.update({ where: { id }, data: { lastSignInAt: now } });
        await sql.managerSession.deleteMany({ where: { expiresAt: { lte: new Date(now) } } });
        await record(sql, { ...byPage(request, name), action: 'signed-in' }, now);
      });
      const manager = deps.people().sessions.get(session)?.manager;
      if (!manager) throw wrongCredentials();
      setCookies(request, response, signedToken(session, deps.sessionSecret), SESSION_SECONDS);
      replyJson(response, 200, { manager: publicManager(manager), ...more });
    },
  };
}

export function wrongCredentials(): Problem {
  return new Problem(401, 'The name or the password is wrong.', { code: 'wrong' });
}

export function publicManager(manager: Manager): Pick<Manager, 'name' | 'role' | 'branches'> {
  const { name, role, branches } = publicFields(manager);
  return { name, role, branches };
}
