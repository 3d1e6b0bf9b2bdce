import type { IncomingMessage, ServerResponse } from 'node:http';
import * as z from 'zod';
import { applyAuditedChange } from '../audit/audited-change';
import { addressOf } from '../http/peer';
import { Problem } from '../http/problem';
import { replyJson } from '../http/reply';
import { addFirstOwner, OwnerExists } from '../people/managers';
import { hasOwner } from '../people/people';
import { UserError } from '../user-error';
import { type AuthRoutesDeps, passwordShape, type Route, type SignInParts, tokenShape } from './sign-in-parts';

const linkShape = z.strictObject({ token: tokenShape });
const ownerShape = z.strictObject({ token: tokenShape, name: z.string().max(200), password: passwordShape });

/** The routes of the link that is printed while there is no owner. */
export function createFirstOwnerRoutes(deps: AuthRoutesDeps, parts: SignInParts): Route[] {
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
      (added) => ({ action: 'manager-added', subject: added, after: { role: 'owner', branches: null } }),
    ).catch((error: unknown) => {
      if (error instanceof OwnerExists) throw ownerExists();
      if (error instanceof UserError) throw new Problem(400, `${error.message}.`, { code: 'name' });
      throw error;
    });
    const owner = deps.people().managers.find((manager) => manager.name === stored);
    if (!owner) throw ownerExists();
    await parts.complete(request, response, await engine.openSession(owner.id), owner);
  }

  return [
    { method: 'POST', path: '/api/auth/set-up/link', answer: checkLink },
    { method: 'POST', path: '/api/auth/set-up', answer: addOwner },
  ];
}

function ownerExists(): Problem {
  return new Problem(409, 'Heatlamp has an owner already: sign in, or ask them for a link.', { code: 'owner' });
}
