/** A message if this Node is too old, else null. The minimum equals `engines` in package.json. */
export function unsupportedNodeMessage(/** @type {string} */ version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return null;
  return `Heatlamp needs Node 20.19 or newer, for its database and its pages; this is Node ${version}. Install a newer Node and start again.`;
}
