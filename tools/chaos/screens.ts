import { io } from 'socket.io-client';
import type { LiveStore } from '../../components/live/live-store';
import type { Board, BoardChange } from '../../contract/live';
import type { LiveClient } from '../harness/client-build';
import { differenceOf } from '../network-chaos/screen';
import type { Cluster } from './cluster';
import type { ClusterNode } from './cluster-node';

/** A screen of the product's own client, behind the load balancer. */
export type Wall = { id: number; branch: number; store: LiveStore; difference: (board: Board) => string | null };

export async function openWall(cluster: Cluster, client: LiveClient, branch: number): Promise<Wall> {
  const { id, token } = await cluster.addScreen(branch, 'kitchen');
  const monotonicNow = () => performance.now();
  const store = client.createLiveStore({ url: cluster.balancer.url.href, branch, token, monotonicNow });
  store.subscribe(() => {});
  return {
    ...{ id, branch, store },
    difference(board) {
      const { newsAt, link } = store.view();
      const { level } = client.freshnessOf(newsAt === null ? null : monotonicNow() - newsAt, link, true);
      return differenceOf(store, board) ?? (level === 'live' ? null : `it is ${level}`);
    },
  };
}

/** Watches what one node sends about a branch: over a connection every change begins where the last one ended. */
export function watchNode(
  node: ClusterNode,
  token: string,
  branch: number,
  violations: string[],
): { close: () => void } {
  const url = node.server?.url.href ?? '';
  const socket = io(url, {
    transports: ['websocket'],
    auth: { token, branch, contract: 1 },
    forceNew: true,
    reconnection: false,
  });
  let version: number | null = null;
  socket.on('board:snapshot', (board: Board) => {
    version = board.version;
  });
  socket.on('board:changed', (change: BoardChange) => {
    if (version !== null && change.previousVersion !== version)
      violations.push(
        `${node.name} sent a change of branch ${branch} from version ${change.previousVersion} after ${version}`,
      );
    version = change.version;
  });
  return { close: () => socket.disconnect() };
}
