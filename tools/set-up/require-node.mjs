import { isNewEnough, tooOldMessage } from './node-version.mjs';
import { ownNodeVersion, runAgainOnOwnNode, runsOnOwnNode } from './own-node.mjs';
import { setUp } from './set-up.mjs';

/**
 * Resolves to whether this process may continue. On a Node that is too old the same program runs again on Heatlamp's own
 * Node, which is installed before, and `process.exitCode` is that program's; so it is if there is none for this platform.
 */
export async function requireNode() {
  if (isNewEnough() && !runsOnOwnNode()) return true;
  const version = ownNodeVersion();
  if (version === null) {
    console.error(tooOldMessage(process.versions.node));
    process.exitCode = 1;
    return false;
  }
  if (!(await setUp(['node']))) {
    process.exitCode = 1;
    return false;
  }
  if (runsOnOwnNode() && process.versions.node === version) return true;
  process.exitCode = await runAgainOnOwnNode();
  return false;
}
