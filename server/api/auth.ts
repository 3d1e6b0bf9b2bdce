import { open } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import * as z from 'zod';
import { MAX_PASSWORD_LENGTH } from '../../contract/constants';
import { MINUTE_MS } from '../../lib/time';
import { applyAuditedChange, record } from '../audit/entry';
import { lastBackup } from '../backup/backups';
import { applyConfigChange } from '../board/stages';
import type { Core } from '../core';
import { STALLED_MS } from '../http/exports';
import { isNeighbour, reachableOrigins } from '../http/own-addresses';
import { addressOf } from '../http/peer';
import { Problem, replyJson } from '../http/reply';
import {
  addFirstOwner,
  OwnerExists,
  renewRecoveryCodes,
  setPassword,
  setPasswordByCode,
  usernameOf,
} from '../people/managers';
import { hasOwner, type KnownManager, sessionFromCookies } from '../people/people';
import { hashToken } from '../session/screen-token';
import { readSigned, signed } from '../session/session-cookie';
import { UserError } from '../user-error';
import { createSecondFactorRoutes, type SecondFactorRoutes } from './second-factor';
import {
  createSignInParts,
  passwordShape,
  publicManager,
  type Route,
  type SignInParts,
  tokenShape,
  wrongCredentials,
} from './sign-in-parts';

const setPasswordShape = z.strictObject({ token: tokenShape, password: passwordShape });

const linkShape = z.strictObject({ token: tokenShape });
const ownerShape = z.strictObject({ token: tokenShape, name: z.string().max(200), password: passwordShape });

const signInShape = z.strictObject({
  name: z.string().min(1, 'is missing').max(200),
  password: z.string().max(1_000),
});
const signOutShape = z.strictObject({ everywhere: z.boolean().default(false) });

export function createAuthRoutes(deps: Core): Route[] {
  const parts = createSignInParts(deps);
  const { auth, rateLimit, hashing, failed, refuseIfTooMany, read } = parts;
  const secondFactor = createSecondFactorRoutes(deps, parts);

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
    // A new link has ended the password, also for a sign-in in progress. A second factor needs a code first.
    if (!manager || manager.link !== null || manager.hasSecondFactor)
      await applyConfigChange(deps, (sql) => sql.managerSession.deleteMany({ where: { token: session } }));
    if (!manager || manager.link !== null) throw wrongCredentials();
    if (manager.hasSecondFactor) return secondFactor.ask(response, manager);
    await rateLimit.recordSuccess(address, username);
    await parts.complete(request, response, session, manager);
  }

  async function signOut(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { everywhere } = await read(request, signOutShape);
    const session = sessionFromCookies(request.headers.cookie, deps);
    if (session) {
      const ended = everywhere ? { userId: session.manager.id } : { token: session.token };
      await applyConfigChange(deps, async (sql) => {
        await sql.managerSession.deleteMany({ where: ended });
        await record(sql, { ...parts.byPage(request, session.manager.name), action: 'signed-out' }, deps.now());
      });
    }
    parts.setCookies(request, response, '', 0);
    replyJson(response, 200, { signedOut: true });
  }

  async function readSession(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const session = sessionFromCookies(request.headers.cookie, deps);
    replyJson(response, 200, { manager: session ? publicManager(session.manager) : null });
  }

  return [
    { method: 'GET', path: '/api/auth/session', answer: readSession },
    { method: 'POST', path: '/api/auth/sign-in', answer: signIn },
    { method: 'POST', path: '/api/auth/sign-out', answer: signOut },
    ...secondFactor.routes,
    ...createPasswordLinkRoutes(deps, parts, secondFactor.ask),
    ...createFirstOwnerRoutes(deps, parts),
    ...createRecoveryRoutes(deps, parts, secondFactor),
    ...createDownloadRoutes(deps, parts, secondFactor.requireCode),
  ];
}

const SHOWN_MS = 30 * MINUTE_MS;
/** Headers that a proxy adds. */
const FORWARDED = /^(?:forwarded|via|x-forwarded-.*|x-real-ip|cf-.*)$/;

/** The routes of the link that is printed while there is no owner. */
function createFirstOwnerRoutes(deps: Core, parts: SignInParts): Route[] {
  const { auth, rateLimit, hashing, failed, refuseIfTooMany, read } = parts;

  /** @throws Problem */
  const requireLink = (request: IncomingMessage, token: string) => {
    if (hasOwner(deps.people())) throw ownerExists();
    if (deps.setUpLink.isOpen(token)) return;
    failed(request, 'wrong-link');
    const detail = 'This is not the link that Heatlamp shows now: it shows a new one at every start.';
    throw new Problem(410, detail, { code: 'link' });
  };

  async function checkLink(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { token } = await read(request, linkShape);
    refuseIfTooMany(request, await rateLimit.countLinkAttempt(addressOf(request, deps.config)));
    requireLink(request, token);
    replyJson(response, 200, { isOpen: true });
  }

  const shownUntil = deps.now() + SHOWN_MS;

  /** The link itself, for a device beside this machine in the first half hour after a start (SECURITY.md). */
  async function showLink(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (hasOwner(deps.people())) throw ownerExists();
    const isForwarded = Object.keys(request.headers).some((name) => FORWARDED.test(name));
    const isShown = deps.config.showsSetUpLink && !isForwarded && deps.now() < shownUntil;
    if (!isShown || !isNeighbour(request.socket.remoteAddress))
      throw new Problem(404, 'Heatlamp shows the link on its own console only.', { code: 'link' });
    const [origin] = reachableOrigins(deps.config, request.headers);
    replyJson(response, 200, { link: `${origin}/setup#${deps.setUpLink.token}`, name: deps.localName.current() });
  }

  async function addOwner(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { token, name, password } = await read(request, ownerShape);
    refuseIfTooMany(request, await rateLimit.countLinkAttempt(addressOf(request, deps.config)));
    requireLink(request, token);
    const engine = await auth();
    const hash = await hashing(() => engine.hash(password));
    const stored = await applyAuditedChange(
      deps,
      (sql) => addFirstOwner(sql, name, hash, deps.now()),
      parts.byPage(request, name.trim()),
      ({ name: added }) => ({ action: 'manager-added', subject: added, after: { role: 'owner', branches: null } }),
    ).catch((error: unknown) => {
      if (error instanceof OwnerExists) throw ownerExists();
      if (error instanceof UserError) throw new Problem(400, `${error.message}.`, { code: 'name' });
      throw error;
    });
    const owner = deps.people().managers.find((manager) => manager.name === stored.name);
    if (!owner) throw ownerExists();
    const { recoveryCodes } = stored;
    await parts.complete(request, response, await engine.openSession(owner.id), owner, { recoveryCodes });
  }

  return [
    { method: 'GET', path: '/api/auth/set-up/link', answer: showLink },
    { method: 'POST', path: '/api/auth/set-up/link', answer: checkLink },
    { method: 'POST', path: '/api/auth/set-up', answer: addOwner },
  ];
}

function ownerExists(): Problem {
  return new Problem(409, 'Heatlamp has an owner already: sign in, or ask them for a link.', { code: 'owner' });
}

/** The routes of a link with which a manager chooses a password. */
function createPasswordLinkRoutes(deps: Core, parts: SignInParts, askSecondFactor: SecondFactorRoutes['ask']): Route[] {
  const { auth, rateLimit, hashing, failed, refuseIfTooMany, read } = parts;

  const managerOfLink = (request: IncomingMessage, token: string): KnownManager => {
    const hash = hashToken(token);
    const manager = deps.people().managers.find(({ link }) => link?.hash === hash && link.until > deps.now());
    if (manager) return manager;
    failed(request, 'wrong-link');
    throw linkIsInvalid();
  };

  async function checkPasswordLink(request: IncomingMessage, response: ServerResponse): Promise<void> {
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
    // In the transaction of the change: the code of a second factor may never follow.
    const isSet = await applyAuditedChange(
      deps,
      (sql) => setPassword(sql, hashToken(body.token), hash, deps.now()),
      parts.byPage(request, manager.name),
      (done) => (done ? { action: 'password-set' } : null),
    );
    if (!isSet) throw linkIsInvalid();
    // With the new password, which the code has to follow.
    const current = deps.people().managers.find(({ id }) => id === manager.id) ?? manager;
    if (current.hasSecondFactor) return askSecondFactor(response, current);
    await parts.complete(request, response, await engine.openSession(current.id), current);
  }

  return [
    { method: 'POST', path: '/api/auth/link', answer: checkPasswordLink },
    { method: 'POST', path: '/api/auth/set-password', answer: setPasswordByLink },
  ];
}

function linkIsInvalid(): Problem {
  const detail = 'This link was used already, is older than 24 hours, or is unknown. Ask for a new one.';
  return new Problem(410, detail, { code: 'link' });
}

const recoverShape = z.strictObject({
  name: z.string().min(1, 'is missing').max(200),
  code: z.string().min(1, 'is missing').max(40),
  password: passwordShape,
});

/** The routes of recovery codes: each replaces the password of an owner once, and never the second factor. */
function createRecoveryRoutes(
  deps: Core,
  parts: SignInParts,
  { ask, requireCode }: Pick<SecondFactorRoutes, 'ask' | 'requireCode'>,
): Route[] {
  const { auth, rateLimit, hashing, failed, refuseIfTooMany, read } = parts;

  async function renew(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const manager = await signedInAgain(request, parts, requireCode);
    const recoveryCodes = await applyAuditedChange(
      deps,
      (sql) => renewRecoveryCodes(sql, manager.id),
      parts.byPage(request, manager.name),
      () => ({ action: 'recovery-codes-made', subject: manager.name }),
    );
    replyJson(response, 200, { recoveryCodes });
  }

  async function recover(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { name, code, password } = await read(request, recoverShape);
    const address = addressOf(request, deps.config);
    const username = usernameOf(name);
    refuseIfTooMany(request, await rateLimit.countAttempt(address, username));
    const engine = await auth();
    // Before the code is looked at, so that an unknown name takes as long as a wrong code.
    const hash = await hashing(() => engine.hash(password));
    const known = deps.people().managers.find((manager) => manager.username === username);
    const isSet = await applyAuditedChange(
      deps,
      (sql) => setPasswordByCode(sql, username, code, hash, deps.now()),
      parts.byPage(request, known?.name ?? null),
      (done) => (done ? { action: 'password-recovered' } : null),
    );
    // Read again: a challenge for the second factor belongs to the new password.
    const manager = deps.people().managers.find((one) => one.username === username);
    if (!isSet || !manager) {
      failed(request, 'wrong-code', known?.name);
      throw new Problem(401, 'The name or the code is wrong, or the code was used already.', { code: 'recovery' });
    }
    if (manager.hasSecondFactor) return ask(response, manager);
    await rateLimit.recordSuccess(address, username);
    await parts.complete(request, response, await engine.openSession(manager.id), manager);
  }

  return [
    { method: 'POST', path: '/api/auth/recovery-codes', answer: renew },
    { method: 'POST', path: '/api/auth/recover', answer: recover },
  ];
}

const passwordAgainShape = z.strictObject({
  password: z.string().min(1, 'is missing').max(1_000),
  code: z.string().max(40).default(''),
});

/** The signed-in owner, who has given password and second factor again. @throws Problem */
async function signedInAgain(
  request: IncomingMessage,
  parts: SignInParts,
  requireCode: SecondFactorRoutes['requireCode'],
) {
  const { manager, form } = await parts.readSignedIn(request, passwordAgainShape, 'owners');
  await parts.requirePassword(request, manager, form.password);
  if (manager.hasSecondFactor) await requireCode(request, manager, form.code);
  return manager;
}

const DOWNLOAD_WITHIN_MS = MINUTE_MS;
/** No token of a session starts with it. */
const DOWNLOAD = 'backup:';

/** The routes with which an owner downloads the last backup, after password and second factor again. */
function createDownloadRoutes(deps: Core, parts: SignInParts, requireCode: SecondFactorRoutes['requireCode']): Route[] {
  async function allow(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const manager = await signedInAgain(request, parts, requireCode);
    const ticket = signed(`${DOWNLOAD}${manager.id}:${deps.now() + DOWNLOAD_WITHIN_MS}`, deps.sessionSecret);
    replyJson(response, 200, { address: `/api/auth/backup?ticket=${encodeURIComponent(ticket)}` });
  }

  async function send(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { id, name } = parts.signedIn(request, 'owners');
    const ticket = new URL(request.url ?? '', 'http://heatlamp').searchParams.get('ticket') ?? '';
    const [purpose, who, until] = readSigned(ticket, deps.sessionSecret)?.split(':') ?? [];
    if (`${purpose}:` !== DOWNLOAD || who !== id || !(Number(until) > deps.now()))
      throw new Problem(400, 'This address has expired. Give your password again.', { code: 'expired' });
    const file = (await lastBackup(deps.config.dataDir))?.file ?? '';
    const opened = await open(file).catch(() => null);
    if (!opened) throw new Problem(400, 'There is no backup on this machine.', { code: 'no-backup' });
    await applyAuditedChange(
      deps,
      async () => null,
      parts.byPage(request, name),
      () => ({ action: 'backup-downloaded', subject: file }),
    );
    const { size } = await opened.stat();
    response.writeHead(200, {
      'Content-Type': 'application/vnd.sqlite3',
      'Content-Disposition': `attachment; filename="${path.basename(file).replaceAll(/[^\w.-]/g, '_')}"`,
      'Content-Length': String(size),
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
    });
    response.setTimeout(STALLED_MS, () => response.destroy());
    // A client that goes away in the middle is no error.
    await pipeline(opened.createReadStream(), response).catch(() => {});
  }

  return [
    { method: 'POST', path: '/api/auth/backup', answer: allow },
    { method: 'GET', path: '/api/auth/backup', answer: send },
  ];
}
