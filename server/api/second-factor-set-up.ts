import type { IncomingMessage, ServerResponse } from 'node:http';
import * as z from 'zod';
import { MAX_PASSWORD_LENGTH } from '../../contract/password-rule';
import { applyAuditedChange } from '../audit/audited-change';
import type { Change } from '../audit/entry';
import type { BoardCommand } from '../board/stages';
import { addressOf } from '../http/peer';
import { Problem } from '../http/problem';
import { replyJson } from '../http/reply';
import { appAddress } from '../people/one-time-codes';
import { sessionFromCookies } from '../people/people';
import { beginSecondFactor, confirmSecondFactor, removeSecondFactor } from '../people/second-factor';
import type { Manager } from '../session/manager';
import { codeShape, type RequireCode, wrongCode } from './second-factor-code';
import { type AuthRoutesDeps, type Route, type SignInParts, wrongCredentials } from './sign-in-parts';

const bodyShape = z.strictObject({ code: codeShape });
const beginShape = z.strictObject({ password: z.string().max(1_000) });

/** The routes with which managers set up and remove their own second factor. */
export function createSecondFactorSetUpRoutes(
  deps: AuthRoutesDeps,
  parts: SignInParts,
  requireCode: RequireCode,
): Route[] {
  const { people, now, secretBox } = deps;
  const { auth, rateLimit, hashing, failed, refuseIfTooMany, read } = parts;

  /** The signed-in manager and their form. The session is checked again after the form, which may have taken long. */
  async function readSignedIn<Shape extends z.ZodType>(request: IncomingMessage, shape: Shape) {
    signedIn(deps, parts, request);
    const form = await read(request, shape);
    return { manager: signedIn(deps, parts, request), form };
  }

  async function begin(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { manager, form } = await readSignedIn(request, beginShape);
    const { password } = form;
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
    if (secret === null)
      throw new Problem(409, 'There is a second factor already. Remove it first.', { code: 'exists' });
    replyJson(response, 200, { address: await appAddress(secret, manager.name) });
  }

  async function confirm(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { manager, form } = await readSignedIn(request, bodyShape);
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
    const { manager, form } = await readSignedIn(request, bodyShape);
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

/** @throws Problem 401, or 403 for a page of another server */
function signedIn(deps: AuthRoutesDeps, parts: SignInParts, request: IncomingMessage): Manager {
  parts.requireOwnOrigin(request);
  const session = sessionFromCookies(request.headers.cookie, deps);
  if (!session) throw new Problem(401, 'Sign in first.', { code: 'no-session' });
  return session.manager;
}
