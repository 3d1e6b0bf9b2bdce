import type { IncomingMessage } from 'node:http';
import * as z from 'zod';
import { Problem } from '../http/problem';
import { takeCode } from '../people/second-factor';
import type { Manager } from '../session/manager';
import type { AuthRoutesDeps, SignInParts } from './sign-in-parts';

export const codeShape = z.string().min(1, 'is missing').max(40);

/** @throws Problem unless the code is right, and was not used before */
export type RequireCode = (
  request: IncomingMessage,
  manager: Pick<Manager, 'id' | 'name'>,
  code: string,
) => Promise<void>;

export function createCodeCheck(
  { queue, secretBox, now }: AuthRoutesDeps,
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

export function wrongCode(): Problem {
  return new Problem(401, 'The code is wrong, or was used already.', { code: 'code' });
}
