import * as original from '../../../server/board/follow-branches';
import { LOCK_BRANCHES } from '../../../server/sql/node-statements';

export * from '../../../server/board/follow-branches';

export const createFollowing: typeof original.createFollowing = (deps) => {
  const following = original.createFollowing(deps);
  return {
    ...following,
    async lock(sql, numbers, isPatient) {
      if (numbers.some((number) => !deps.states.has(number))) return following.lock(sql, numbers, isPatient);
      await sql.$queryRawUnsafe(LOCK_BRANCHES, JSON.stringify(numbers));
      return [...numbers];
    },
  };
};
