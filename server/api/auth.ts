import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '../../contract/password-rule';
import { createConcurrencyLimit } from '../../lib/concurrency-limit';
import { type FailedSignIn, record, type SignIn } from '../audit/entry';
import { applyConfigChange } from '../board/apply-config-change';
import type { Core } from '../core';
import { isOwnOrigin } from '../http/own-origin';
import { addressOf, isHttps } from '../http/peer';
import { Problem } from '../http/problem';
import { MAX_FORM_BYTES, parseJson, readBody } from '../http/read-body';
import { replyJson } from '../http/reply';
import { createAuth, SESSION_DAYS } from '../people/auth';
import { setPassword, usernameOf } from '../people/managers';
import { type KnownManager, publicFields, sessionFromCookies } from '../people/people';
import { createSignInRateLimit } from '../people/sign-in-rate-limit';
import type { Manager } from '../session/manager';
import { hashToken } from '../session/screen-token';
import { sessionCookies, signedToken } from '../session/session-cookie';

/** A route that checks access itself. */
export type Route = {
  method: 'GET' | 'POST';
  path: string;
  answer: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
};

/** A hash needs 16 MB and a thread of the pool. More than two at once would delay everything else. */
const HASHES = { atOnce: 2, waiting: 20 };
const SESSION_SECONDS = SESSION_DAYS * 86_400;

const password = z
  .string()
  .min(MIN_PASSWORD_LENGTH, `must have at least ${MIN_PASSWORD_LENGTH} characters`)
  .max(MAX_PASSWORD_LENGTH, `must have at most ${MAX_PASSWORD_LENGTH} characters`);
const token = z.string().max(200);
const signInShape = z.strictObject({
  name: z.string().min(1, 'is missing').max(200),
  password: z.string().max(1_000),
});
const linkShape = z.strictObject({ token });
const setPasswordShape = z.strictObject({ token, password });
const signOutShape = z.strictObject({ everywhere: z.boolean().default(false) });

type AuthRoutesDeps = Pick<Core, 'audit' | 'queue' | 'reload' | 'people' | 'sessionSecret' | 'config' | 'now' | 'log'>;

export function createAuthRoutes(deps: AuthRoutesDeps): Route[] {
  const auth = createAuth(deps);
  const rateLimit = createSignInRateLimit();
  const hashLimit = createConcurrencyLimit(HASHES);

  const hashing = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    const outcome = await hashLimit.run(async () => ({ result: await work() }));
    if (outcome) return outcome.result;
    throw new Problem(
      503,
      'Too many people are signing in right now. Try again in a moment.',
      [],
      { 'Retry-After': '5' },
      'busy',
    );
  };
  const failed = (request: IncomingMessage, action: FailedSignIn['action'], subject: string | null = null) =>
    deps.audit.count({ by: null, via: 'page', address: addressOf(request, deps.config), action, subject });
  const refuseIfTooMany = (request: IncomingMessage, seconds: number) => {
    if (seconds === 0) return;
    failed(request, 'too-many-attempts');
    const headers = { 'Retry-After': String(seconds) };
    throw new Problem(429, `Too many attempts: wait ${seconds} s.`, [], headers, 'too-many');
  };
  const managerOfLink = (request: IncomingMessage, token: string): KnownManager => {
    const hash = hashToken(token);
    const manager = deps.people().managers.find(({ link }) => link?.hash === hash && link.until > deps.now());
    if (manager) return manager;
    failed(request, 'wrong-link');
    throw linkIsInvalid();
  };

  /** Completes a sign-in: stores its time, deletes expired sessions, and sets the cookie. */
  const completeSignIn = async (
    request: IncomingMessage,
    response: ServerResponse,
    session: string,
    { id, name }: KnownManager,
    action: SignIn['action'] = 'signed-in',
  ) => {
    const now = deps.now();
    const author = { by: name, via: 'page', address: addressOf(request, deps.config) } as const;
    await applyConfigChange(deps, async (sql) => {
      // updateMany, because the manager may have been removed meanwhile, together with the session.
      await sql.manager.updateMany({ where: { id }, data: { lastSignInAt: now } });
      await sql.managerSession.deleteMany({ where: { expiresAt: { lte: new Date(now) } } });
      await record(sql, { ...author, action }, now);
    });
    const manager = deps.people().sessions.get(session)?.manager;
    if (!manager) throw wrongCredentials();
    setCookies(request, response, signedToken(session, deps.sessionSecret), SESSION_SECONDS);
    replyJson(response, 200, { manager: publicManager(manager) });
  };
  const setCookies = (request: IncomingMessage, response: ServerResponse, value: string, seconds: number) =>
    response.setHeader('Set-Cookie', sessionCookies(value, seconds, isHttps(request, deps.config)));

  async function signIn(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await read(request, signInShape);
    const address = addressOf(request, deps.config);
    const username = usernameOf(body.name);
    refuseIfTooMany(request, await rateLimit.countAttempt(address, username));
    // better-auth would throw an error for a password that is too long.
    if (body.password.length > MAX_PASSWORD_LENGTH) throw wrongCredentials();
    const session = await hashing(async () => (await auth()).signIn(username, body.password));
    const manager = deps.people().managers.find((known) => known.username === username);
    if (session === null) {
      failed(request, 'wrong-password', manager?.name);
      // The name is not logged, because people sometimes type their password into that field.
      deps.log.info({ address }, 'sign-in failed: wrong name or password');
      throw wrongCredentials();
    }
    if (!manager || manager.link !== null) {
      // A new link has ended the password, also for a sign-in in progress.
      await applyConfigChange(deps, (sql) => sql.managerSession.deleteMany({ where: { token: session } }));
      throw wrongCredentials();
    }
    await rateLimit.recordSuccess(address, username);
    await completeSignIn(request, response, session, manager);
  }

  async function checkLink(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await read(request, linkShape);
    refuseIfTooMany(request, await rateLimit.countLinkAttempt(addressOf(request, deps.config)));
    replyJson(response, 200, { name: managerOfLink(request, body.token).name });
  }

  async function setPasswordByLink(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await read(request, setPasswordShape);
    refuseIfTooMany(request, await rateLimit.countLinkAttempt(addressOf(request, deps.config)));
    const manager = managerOfLink(request, body.token);
    const engine = await auth();
    const hash = await hashing(() => engine.hash(body.password));
    const isSet = await applyConfigChange(deps, (sql) => setPassword(sql, hashToken(body.token), hash, deps.now()));
    if (!isSet) throw linkIsInvalid();
    await completeSignIn(request, response, await engine.openSession(manager.id), manager, 'password-set');
  }

  async function signOut(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { everywhere } = await read(request, signOutShape);
    const session = sessionFromCookies(request.headers.cookie, deps);
    if (session) {
      const ended = everywhere ? { userId: session.manager.id } : { token: session.token };
      const author = { by: session.manager.name, via: 'page', address: addressOf(request, deps.config) } as const;
      await applyConfigChange(deps, async (sql) => {
        await sql.managerSession.deleteMany({ where: ended });
        await record(sql, { ...author, action: 'signed-out' }, deps.now());
      });
    }
    setCookies(request, response, '', 0);
    replyJson(response, 200, { signedOut: true });
  }

  async function readSession(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const session = sessionFromCookies(request.headers.cookie, deps);
    replyJson(response, 200, { manager: session ? publicManager(session.manager) : null });
  }

  async function read<Shape extends z.ZodType>(request: IncomingMessage, shape: Shape): Promise<z.infer<Shape>> {
    if (!isOwnOrigin(request.headers, deps.config.publicUrl))
      throw new Problem(403, 'Only a page of this server may send this request.');
    const body = await readBody(request, { maxBytes: MAX_FORM_BYTES });
    if (!body.ok) throw new Problem(body.why === 'too-large' ? 413 : 400, 'The request is incomplete or too large.');
    const parsed = shape.safeParse(body.body.length === 0 ? {} : parseJson(body.body));
    if (parsed.success) return parsed.data;
    const errors = parsed.error.issues.map(({ path, message }) => ({ parameter: path.join('.') || 'body', message }));
    throw new Problem(400, errors.map(({ parameter, message }) => `${parameter} ${message}`).join('; '), errors);
  }

  return [
    { method: 'GET', path: '/api/auth/session', answer: readSession },
    { method: 'POST', path: '/api/auth/sign-in', answer: signIn },
    { method: 'POST', path: '/api/auth/link', answer: checkLink },
    { method: 'POST', path: '/api/auth/set-password', answer: setPasswordByLink },
    { method: 'POST', path: '/api/auth/sign-out', answer: signOut },
  ];
}

function wrongCredentials(): Problem {
  return new Problem(401, 'The name or the password is wrong.', [], {}, 'wrong');
}

function linkIsInvalid(): Problem {
  const detail = 'This link was used already, is older than 24 hours, or is unknown. Ask for a new one.';
  return new Problem(410, detail, [], {}, 'link');
}

function publicManager(manager: Manager): Omit<Manager, 'id'> {
  const { id: _, ...rest } = publicFields(manager);
  return rest;
}
