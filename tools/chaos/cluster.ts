import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { KEY, SUBSCRIPTION } from '../../server/testing/pos-key';
import { postgresqlDatabase, type RigDatabase } from '../crash-test/rig-database';
import { command } from '../harness/control';
import type { Postgresql } from '../harness/postgresql';
import { type Replica, startReplica } from '../harness/replica';
import type { ServerBuild } from '../harness/server-build';
import { signIn } from '../harness/sign-in';
import { type Balancer, openBalancer } from './balancer';
import { type ClusterNode, createNode } from './cluster-node';

/** Several nodes on one PostgreSQL with a streaming replica, behind a load balancer. */
export type Cluster = {
  nodes: readonly ClusterNode[];
  balancer: Balancer;
  database: RigDatabase;
  replica: Replica;
  /** Of the database, over which no fault breaks a connection. */
  address: string;
  /** Runs a statement over a connection that no fault breaks. */
  run: <Row>(statement: string) => Promise<Row[]>;
  addScreen: (branch: number, view: string) => Promise<{ id: number; token: string }>;
  /** The cookies of an owner who is signed in. */
  cookie: string;
  close: () => Promise<void>;
};

export async function startCluster(postgresql: Postgresql, build: ServerBuild, count: number): Promise<Cluster> {
  const database = await postgresqlDatabase(postgresql);
  const address = database.environment['DATABASE_URL'] ?? '';
  const SECRETS_KEY = randomBytes(32).toString('base64');
  const replica = await startReplica(postgresql);
  const DATABASE_REPLICA_URL = replica.url(new URL(address).pathname.slice(1));
  const closing: (() => unknown)[] = [replica.stop];
  const nodes: ClusterNode[] = [];
  for (let number = 1; number <= count; number += 1) {
    const node = await createNode(`node ${number}`, build, {
      DATABASE_URL: address,
      DATABASE_REPLICA_URL,
      SECRETS_KEY,
    });
    nodes.push(node);
    closing.push(node.close);
    await node.start();
  }
  const balancer = await openBalancer(nodes);
  closing.push(balancer.close);
  const folder = nodes[0]?.folder ?? '';
  await command(folder, 'subscription add', { id: SUBSCRIPTION, ...KEY });
  const { link } = await command<{ link: string }>(folder, 'manager add', { name: 'o', role: 'owner', branches: null });
  return {
    ...{ nodes, balancer, database, replica, address, cookie: await signIn(nodes[0]?.server?.url.origin ?? '', link) },
    async run<Row>(statement: string) {
      const client = new pg.Client({ connectionString: address });
      await client.connect();
      const { rows } = await client.query(statement).finally(() => client.end());
      return rows as Row[];
    },
    addScreen: (branch, view) => command(folder, 'screen add', { name: `${view} ${branch}`, branches: [branch], view }),
    async close() {
      for (const close of closing.toReversed()) await close();
      await database.remove();
    },
  };
}
