import { setTimeout as delay } from 'node:timers/promises';
import * as original from '../../../server/intake/acceptance';

const SYNC_MS = 200;

export const createAcceptance: typeof original.createAcceptance = (deps) =>
  original.createAcceptance({
    ...deps,
    inbox: {
      ...deps.inbox,
      async append(entries) {
        await delay(SYNC_MS);
        await deps.inbox.append(entries);
      },
    },
  });
