import * as original from '../../../server/intake/acceptance';

export const createAcceptance: typeof original.createAcceptance = (deps) => {
  const acceptance = original.createAcceptance(deps);
  return {
    ...acceptance,
    async deliver(entry) {
      void acceptance.deliver(entry);
      return { storedIn: 'inbox' };
    },
  };
};
