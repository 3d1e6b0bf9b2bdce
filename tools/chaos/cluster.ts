import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { postgresqlDatabase, type RigDatabase } from '../crash-test/rig-database';
import { type ChildServer, startServer } from '../harness/child-server';
import { command } from '../harness/control';
import { makeDataFolder } from '../harness/data-folder';
import { KEY, SUBSCRIPTION } from '../harness/pos-key';
import type { Postgresql } from '../harness/postgresql';
import type { ServerBuild } from '../harness/server-build';
import { signIn } from '../harness/sign-in';
import { openTcpProxy, type TcpProxy } from './tcp-proxy';

/** A node in a process of its own, which reaches PostgreSQL through a proxy of its own. */
export type ClusterNode = {
  name: string;
  folder: string;
  /** Null while it is down. */
  server: ChildServer | null;
  toDatabase: TcpProxy;
  start: () => Promise<void>;
  kill: () => Promise<void>;
};

/** Several nodes on one PostgreSQL, behind a load balancer. */
export type Cluster = {
  nodes: readonly ClusterNode[];
  /** Of the load balancer. */
  url: URL;
  database: RigDatabase;
  /** Runs a statement over a connection that no fault breaks. */
  run: (statement: string) => Promise<void>;
  addScreen: (branch: number, view: string) => Promise<{ id: number; token: string }>;
  /** The cookies of an owner who is signed in. */
  cookie: string;
  close: () => Promise<void>;
};

export async function startCluster(postgresql: Postgresql, build: ServerBuild, count: number): Promise<Cluster> {
  const database = await postgresqlDatabase(postgresql);
  const address = new URL(database.environment['DATABASE_URL'] ?? '');
  const SECRETS_KEY = randomBytes(32).toString('base64');
  const closing: (() => unknown)[] = [];
  const nodes: ClusterNode[] = [];
  for (let number = 1; number <= count; number += 1) {
    const { folder, remove } = makeDataFolder();
    const toDatabase = await openTcpProxy(() => [Number(address.port)]);
    const own = new URL(address);
    own.port = String(toDatabase.port);
    const environment = { DATABASE_URL: own.href, SECRETS_KEY };
    const node: ClusterNode = {
      ...{ name: `node ${number}`, folder, server: null, toDatabase },
      async start() {
        node.server = await startServer({ program: build.main, folder, args: ['--no-pages'], environment });
      },
      async kill() {
        const { server } = node;
        node.server = null;
        await server?.kill();
      },
    };
    nodes.push(node);
    closing.push(remove, toDatabase.close, node.kill);
    await node.start();
  }
  let turn = 0;
  const balancer = await openTcpProxy(() => {
    const ports = nodes.flatMap(({ server }) => (server ? Number(server.url.port) : []));
    turn += 1;
    return ports.map((_, index) => ports[(index + turn) % ports.length] ?? 0);
  });
  closing.push(balancer.close);
  const folder = nodes[0]?.folder ?? '';
  await command(folder, 'subscription add', { id: SUBSCRIPTION, ...KEY });
  const { link } = await command<{ link: string }>(folder, 'manager add', { name: 'o', role: 'owner', branches: null });
  const url = new URL(`http://127.0.0.1:${balancer.port}`);
  return {
    ...{ nodes, url, database, cookie: await signIn(url.origin, link) },
    async run(statement) {
      const client = new pg.Client({ connectionString: address.href });
      await client.connect();
      await client.query(statement).finally(() => client.end());
    },
    addScreen: (branch, view) => command(folder, 'screen add', { name: `${view} ${branch}`, branches: [branch], view }),
    async close() {
      for (const close of closing.toReversed()) await close();
      await database.remove();
    },
  };
}
