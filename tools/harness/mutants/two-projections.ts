import * as original from '../../../server/intake/projection';

export * from '../../../server/intake/projection';

export const createProjection: typeof original.createProjection = (deps) => {
  const [first, second] = [original.createProjection(deps), original.createProjection(deps)];
  return {
    ...first,
    wake() {
      first.wake();
      second.wake();
    },
    async close() {
      await Promise.all([first.close(), second.close()]);
    },
  };
};
