import type { IncomingMessage, ServerResponse } from 'node:http';
import * as z from 'zod';
import { applyAuditedChange } from '../audit/audited-change';
import { addressOf } from '../http/peer';
import { Problem } from '../http/problem';
import { replyJson } from '../http/reply';
import { setPassword } from '../people/managers';
import type { KnownManager } from '../people/people';
import { hashToken } from '../session/screen-token';
import type { SecondFactorRoutes } from './second-factor';
import { type AuthRoutesDeps, passwordShape, type Route, type SignInParts, tokenShape } from './sign-in-parts';

const linkShape = z.strictObject({ token: tokenShape });
const setPasswordShape = z.strictObject({ token: tokenShape, password: passwordShape });

/** The routes of a link with which a manager chooses a password. */
export function createPasswordLinkRoutes(
  deps: AuthRoutesDeps,
  parts: SignInParts,
  askSecondFactor: SecondFactorRoutes['ask'],
): Route[] {
  const { auth, rateLimit, hashing, failed, refuseIfTooMany, read } = parts;

  const managerOfLink = (request: IncomingMessage, token: string): KnownManager => {
    const hash = hashToken(token);
    const manager = deps.people().managers.find(({ link }) => link?.hash === hash && link.until > deps.now());
    if (manager) return manager;
    failed(request, 'wrong-link');
    throw linkIsInvalid();
  };

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
    { method: 'POST', path: '/api/auth/link', answer: checkLink },
    { method: 'POST', path: '/api/auth/set-password', answer: setPasswordByLink },
  ];
}

function linkIsInvalid(): Problem {
  const detail = 'This link was used already, is older than 24 hours, or is unknown. Ask for a new one.';
  return new Problem(410, detail, { code: 'link' });
}
