/** @typedef {Record<string, string>} Versions */
/**
 * @typedef {object} LockedPackage
 * @property {string} [version]
 * @property {boolean} [optional]
 * @property {boolean} [devOptional]
 * @property {Versions} [dependencies]
 * @property {Versions} [devDependencies]
 * @property {Versions} [optionalDependencies]
 * @property {Versions} [peerDependencies]
 * @property {Record<string, { optional?: boolean }>} [peerDependenciesMeta]
 */
/** @typedef {Record<string, LockedPackage>} LockedPackages  by folder; '' is the project */

/**
 * The packages that a start needs: no devDependencies. npm's `--omit=dev` would keep those that other packages name as
 * an optional peer, such as the test runner.
 * @param {LockedPackages} packages all of package-lock.json
 * @returns {LockedPackages}
 */
export function packagesForStart(packages) {
  const { devDependencies: _, ...project } = packages[''] ?? {};
  /** @type {LockedPackages} */
  const needed = { '': project };
  const waiting = [''];
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop())
    for (const name of namesNeededBy(needed[folder] ?? {})) {
      const found = resolve(packages, folder, name);
      if (found === null || found in needed) continue;
      needed[found] = packages[found] ?? {};
      waiting.push(found);
    }
  return needed;
}

/** @param {LockedPackage} locked */
function namesNeededBy({ dependencies, optionalDependencies, peerDependencies = {}, peerDependenciesMeta }) {
  const peers = Object.keys(peerDependencies).filter((name) => peerDependenciesMeta?.[name]?.optional !== true);
  return [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers];
}

/**
 * The folder that Node finds `name` in from `folder`: in the nearest node_modules upwards.
 * @returns {string | null}
 */
export function resolve(
  /** @type {LockedPackages} */ packages,
  /** @type {string} */ folder,
  /** @type {string} */ name,
) {
  for (let at = folder; ; at = at.slice(0, Math.max(0, at.lastIndexOf('node_modules/') - 1))) {
    const candidate = `${at === '' ? '' : `${at}/`}node_modules/${name}`;
    if (candidate in packages) return candidate;
    if (at === '') return null;
  }
}
