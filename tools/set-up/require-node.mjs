import { isNewEnough, tooOldMessage } from './node-version.mjs';
import { ownNodeVersion, runAgainOnOwnNode, runsOnOwnNode } from './own-node.mjs';
import { setUp } from './set-up.mjs';

/**
 * Resolves to whether this process may continue. On a Node that is too old, installs Heatlamp's own Node, runs the same
 * program again on it, and sets `process.exitCode` to its exit code; to 1 if there is no such Node for this platform.
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
