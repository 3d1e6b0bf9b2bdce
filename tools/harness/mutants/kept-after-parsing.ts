import * as original from '../../../server/intake/acceptance';

export const createAcceptance: typeof original.createAcceptance = (deps) => {
  const acceptance = original.createAcceptance(deps);
  return {
    ...acceptance,
    deliver: async (entry) =>
      entry.delivery.reading.kind === 'unreadable' ? { storedIn: 'inbox' } : acceptance.deliver(entry),
  };
};
