import { type ChildServer, startServer } from '../harness/child-server';
import { makeDataFolder } from '../harness/data-folder';
import type { ServerBuild } from '../harness/server-build';
import { PRELOAD } from '../network-chaos/server-clock';
import { openTcpProxy, type TcpProxy } from './tcp-proxy';

/** A node in a process of its own, which reaches PostgreSQL and its replica through proxies of its own. */
export type ClusterNode = {
  name: string;
  folder: string;
  /** What the next `start` runs. */
  build: ServerBuild;
  /** Null while it is down. */
  server: ChildServer | null;
  toDatabase: TcpProxy;
  toReplica: TcpProxy;
  /** Starts it with a clock that is `clockAheadMs` ahead of the machine's. */
  start: (clockAheadMs?: number) => Promise<void>;
  /** Ends it in order. */
  stop: () => Promise<void>;
  kill: () => Promise<void>;
  /** Stops the process without ending it: it answers nothing until `thaw`. */
  freeze: () => void;
  thaw: () => void;
  close: () => Promise<void>;
};

export async function createNode(
  name: string,
  build: ServerBuild,
  environment: { DATABASE_URL: string; DATABASE_REPLICA_URL: string; SECRETS_KEY: string },
): Promise<ClusterNode> {
  const { folder, remove } = makeDataFolder();
  const proxyTo = (address: string) => openTcpProxy(() => [Number(new URL(address).port)]);
  const toDatabase = await proxyTo(environment.DATABASE_URL);
  const toReplica = await proxyTo(environment.DATABASE_REPLICA_URL);
  const own = {
    ...environment,
    DATABASE_URL: through(toDatabase, environment.DATABASE_URL),
    DATABASE_REPLICA_URL: through(toReplica, environment.DATABASE_REPLICA_URL),
  };
  const take = () => {
    const { server } = node;
    node.server = null;
    return server;
  };
  const node: ClusterNode = {
    ...{ name, folder, build, server: null, toDatabase, toReplica },
    async start(clockAheadMs = 0) {
      const program = { program: node.build.main, folder, args: ['--no-pages'], preload: PRELOAD };
      node.server = await startServer({ ...program, environment: { ...own, CLOCK_AHEAD_MS: String(clockAheadMs) } });
    },
    stop: async () => take()?.stop(),
    kill: async () => take()?.kill(),
    freeze: () => void node.server?.child.kill('SIGSTOP'),
    thaw: () => void node.server?.child.kill('SIGCONT'),
    async close() {
      await node.kill();
      for (const proxy of [toDatabase, toReplica]) await proxy.close();
      remove();
    },
  };
  return node;
}

function through({ port }: TcpProxy, address: string): string {
  return Object.assign(new URL(address), { port: String(port) }).href;
}
