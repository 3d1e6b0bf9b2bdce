import { buildClient, type LiveClient } from '../harness/client-build';
import { CLIENT_MUTATIONS, type ClientMutation } from '../harness/mutations';
import { buildServer, type ServerBuild } from '../harness/server-build';

/** Mutations that this test must detect. */
export type Breakable = 'room-after-snapshot' | ClientMutation;

export const BREAKABLE = ['room-after-snapshot', ...Object.keys(CLIENT_MUTATIONS)];

/** Bundles the server and the client, one of them with a mutation if there is one. */
export async function buildBoth(mutation?: Breakable): Promise<{ build: ServerBuild; client: LiveClient }> {
  const ofServer = mutation === 'room-after-snapshot' ? mutation : undefined;
  const ofClient = mutation === 'room-after-snapshot' ? undefined : mutation;
  const client = await buildClient(ofClient);
  return { build: await buildServer(ofServer), client };
}
