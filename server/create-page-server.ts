import { seesAll } from './api/access';
import { listPeople } from './api/managers';
import { listRefusals } from './api/refusals';
import { readSetUp } from './api/set-up';
import { listSubscriptions } from './api/subscriptions';
import { branchNowOf } from './board/read-board';
import type { Core } from './core';
import { reachableOrigins } from './http/own-addresses';
import { liveOf } from './live/live-branches';
import type { PageServer } from './pages/page-server';
import { sessionFromCookies } from './people/people';
import { fleetOf } from './screens/fleet';
import { provisionalBranches } from './settings/branches';

/** The parts of the server that pages may use. */
export function createPageServer(core: Core): PageServer {
  return {
    read: core.reader.read,
    now: async () => core.now(),
    branchNows: async (branches) => branches.map((branch) => branchNowOf(core, branch)),
    signedIn: async (cookies) => sessionFromCookies(cookies, core)?.manager ?? null,
    isScreen: async (hash) => core.screens().has(hash),
    live: async (branches) => liveOf(core, branches),
    fleet: async (branches) => fleetOf(core, branches),
    areAll: async (branches) => seesAll(core, { branches }),
    refusals: async () => listRefusals(core),
    provisional: async (own) => provisionalBranches(core, own),
    people: async () => listPeople(core),
    origin: async (host) => reachableOrigins(core.config, { host })[0],
    subscriptions: (host) => listSubscriptions(core, host === null ? {} : { host }),
    setUp: (host) => readSetUp(core, { host }),
  };
}
