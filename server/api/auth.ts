import type { IncomingMessage, ServerResponse } from 'node:http';
import * as z from 'zod';
import { MAX_PASSWORD_LENGTH } from '../../contract/constants';
import { record } from '../audit/entry';
import { applyConfigChange } from '../board/stages';
import { addressOf } from '../http/peer';
import { replyJson } from '../http/reply';
import { usernameOf } from '../people/managers';
import { sessionFromCookies } from '../people/people';
import { createFirstOwnerRoutes } from './first-owner';
import { createPasswordLinkRoutes } from './password-link';
import { createSecondFactorRoutes } from './second-factor';
import { type AuthRoutesDeps, createSignInParts, publicManager, type Route, wrongCredentials } from './sign-in-parts';

const signInShape = z.strictObject({
  name: z.string().min(1, 'is missing').max(200),
  password: z.string().max(1_000),
});
const signOutShape = z.strictObject({ everywhere: z.boolean().default(false) });

export function createAuthRoutes(deps: AuthRoutesDeps): Route[] {
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
  ];
}
