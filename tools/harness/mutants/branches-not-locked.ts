import * as original from '../../../server/board/follow-branches';

export * from '../../../server/board/follow-branches';

export const createFollowing: typeof original.createFollowing = (deps) => {
  const following = original.createFollowing(deps);
  return {
    ...following,
    async lock(sql, numbers) {
      await following.follow(sql, numbers);
      return [...numbers];
    },
  };
};
