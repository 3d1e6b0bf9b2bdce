import * as original from '../../../server/intake/inbox';

export * from '../../../server/intake/inbox';

export const openInbox: typeof original.openInbox = (path, translate) => {
  const inbox = original.openInbox(path, translate);
  return {
    ...inbox,
    next(most, mostBytes) {
      const deliveries = inbox.next(most, mostBytes);
      inbox.remove(deliveries, []);
      inbox.sweep();
      return deliveries;
    },
    remove() {},
  };
};
