import * as original from '../../../server/board/follow-branches';

export * from '../../../server/board/follow-branches';

export const createFollowing: typeof original.createFollowing = (deps) => {
  const following = original.createFollowing(deps);
  return {
    ...following,
    async lock(sql, numbers, isPatient) {
      if (numbers.some((number) => !deps.states.has(number))) return following.lock(sql, numbers, isPatient);
      // The row is locked when it is written.
      await following.follow(sql, numbers);
      return [...numbers];
    },
  };
};
