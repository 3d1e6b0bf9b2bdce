import type { IncomingMessage, ServerResponse } from 'node:http';
import * as z from 'zod';
import { addressOf } from '../http/peer';
import { Problem } from '../http/problem';
import { replyJson } from '../http/reply';
import type { KnownManager } from '../people/people';
import { codeShape, createCodeCheck } from './second-factor-code';
import { createSecondFactorSetUpRoutes } from './second-factor-set-up';
import { openChallenge, readChallenge } from './sign-in-challenges';
import type { AuthRoutesDeps, Route, SignInParts } from './sign-in-parts';

const answerShape = z.strictObject({ challenge: z.string().max(400), code: codeShape });

export type SecondFactorRoutes = ReturnType<typeof createSecondFactorRoutes>;

/** The routes of a second factor: asked at sign-in, set up, and removed by its manager. */
export function createSecondFactorRoutes(deps: AuthRoutesDeps, parts: SignInParts) {
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
  return { ask, routes };
}
