/** The version of Node-API that the database driver is built for. An older Node ends with a segmentation fault. */
const NODE_API = 10;

/** The oldest supported Node; `engines` in package.json says the same. */
export const OLDEST_NODE = '22.14';

/** Whether Heatlamp runs on a Node with this version of Node-API. Node 23.0 to 23.5 are too old as well. */
export function isNewEnough(nodeApi = process.versions['napi']) {
  return Number(nodeApi) >= NODE_API;
}

/** What to do about a Node that is too old. */
export function tooOldMessage(/** @type {string} */ version) {
  return `Heatlamp needs Node ${OLDEST_NODE} or newer for its database; this is Node ${version}. Install a newer Node and start again.`;
}

/** Ends a test runner that was called by hand on a Node that is too old. @throws if it is */
export function refuseOldNode() {
  if (isNewEnough()) return;
  throw new Error(
    `Node ${process.versions.node} is too old for these tests: \`node tools/set-up/prestart.mjs install\` brings a newer one, on which \`npx\` runs them.`,
  );
}
