import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';
import { builtServer } from '../harness/child-server';
import { bundleOptions } from '../set-up/bundle-options.mjs';
import { projectRoot } from '../set-up/project-root.mjs';
import { npmCommand, run } from '../set-up/run.mjs';

type PackageJson = { name?: string; version?: string; license?: string | { type: string } };

/** A package that a release contains, wholly or in part. */
type Contained = {
  name: string;
  version: string;
  /** As the package calls it, such as MIT. */
  license: string;
  /** The texts of its licence files. */
  texts: string[];
};

const MODULES = 'node_modules';
const LICENSE_FILE = /^(?:licen[cs]e|copying|notice)/i;

/** What stays a package in a release: it loads files of its own. */
const EXTERNAL = ['next', 'better-sqlite3'] as const;

type Bundled = {
  folder: string;
  /** Every source file that is in the bundles, relative to the project. */
  inputs: string[];
};

export const PLATFORMS = ['linux-x64', 'linux-arm64'] as const;
export type Platform = (typeof PLATFORMS)[number];

type Plan = { platform: Platform; withNode: boolean; bundled: Bundled };

/** Next makes images smaller with these, and no page of Heatlamp has any. */
const NOT_NEEDED = ['sharp', '@img', 'detect-libc', 'semver'];
/** Of these packages only what runs: no sources, and no binaries of other platforms. */
const DRIVER_PARTS = ['lib', 'package.json', 'LICENSE'];
/** Files and folders. */
export const DOCUMENTS = [
  ...['LICENSE', 'README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'SECURITY.md', '.env.example'],
  ...['docs', 'domain/SPEC.md'],
  ...[
    'heatlamp.service',
    'heatlamp-backup.service',
    'heatlamp-backup.timer',
    'nginx.conf',
    'Caddyfile',
    'kiosk-pi.sh',
  ].map((name) => `deploy/${name}`),
];

/** Puts the content of an archive into a new folder. */
export async function layOut(folder: string, { platform, withNode, bundled }: Plan): Promise<void> {
  const from = (...parts: string[]) => path.join(projectRoot, ...parts);
  const to = (...parts: string[]) => path.join(folder, ...parts);
  mkdirSync(folder);
  cpSync(bundled.folder, to('build'), { recursive: true });
  cpSync(from('.next', 'standalone', '.next'), to('.next'), { recursive: true });
  cpSync(from('.next', 'static'), to('.next', 'static'), { recursive: true });
  if (existsSync(from('public'))) cpSync(from('public'), to('public'), { recursive: true });
  cpSync(from('.next', 'standalone', 'node_modules'), to('node_modules'), { recursive: true });
  for (const name of NOT_NEEDED) rmSync(to('node_modules', name), { recursive: true, force: true });
  copyParts('better-sqlite3', [...DRIVER_PARTS, `prebuilds/${platform}.node`], to);
  cpSync(from('prisma', 'migrations'), to('prisma', 'migrations'), { recursive: true });
  for (const name of DOCUMENTS) cpSync(from(name), to(name), { recursive: true });
  if (withNode) await copyNode(platform, to('bin'));

  const { name, version, description, license, type, engines } = JSON.parse(readFileSync(from('package.json'), 'utf8'));
  writeFileSync(
    to('package.json'),
    `${JSON.stringify({ name, version, description, license, type, engines }, null, 2)}\n`,
  );
  writeFileSync(to('heatlamp'), launcher());
  chmodSync(to('heatlamp'), 0o755);
  hideBuildFolder(to('.next', 'required-server-files.json'));
  const packages = packagesOf([
    ...bundled.inputs,
    ...filesIn(to('node_modules')).map((file) => `node_modules/${file}`),
  ]);
  writeFileSync(to('LICENSES.txt'), licenseText(packages));
  writeFileSync(to('sbom.json'), billOfMaterials(packages, versionOf(projectRoot)));
}

function copyParts(
  name: (typeof EXTERNAL)[number],
  parts: readonly string[],
  to: (...parts: string[]) => string,
): void {
  for (const part of parts)
    cpSync(path.join(projectRoot, 'node_modules', name, part), to('node_modules', name, part), { recursive: true });
}

/** Copies Node's program, and its licence, from the package for a platform that the set-up locks. */
async function copyNode(platform: Platform, folder: string): Promise<void> {
  const work = mkdtempSync(path.join(tmpdir(), 'heatlamp-node-'));
  try {
    cpSync(path.join(projectRoot, 'tools', 'set-up', 'node'), work, { recursive: true });
    const [os, cpu] = platform.split('-');
    const npm = npmCommand();
    const options = ['--ignore-scripts', '--no-audit', '--no-fund', `--os=${os}`, `--cpu=${cpu}`, `--prefix=${work}`];
    await run(npm.command, [...npm.args, 'ci', ...options]);
    const installed = path.join(work, 'node_modules', `node-${platform}`);
    mkdirSync(folder);
    cpSync(path.join(installed, 'bin', 'node'), path.join(folder, 'node'));
    cpSync(path.join(installed, 'LICENSE'), path.join(folder, 'LICENSE-node'));
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** The launcher, with the variables and options that `npm start` gives to Node. */
function launcher(): string {
  const { options = [], environment = {} } = builtServer();
  const variables = Object.entries(environment).map(([name, value]) => `${name}=${value}`);
  return readFileSync(path.join(import.meta.dirname, 'heatlamp.sh'), 'utf8')
    .replace('START_VARIABLES', variables.join(' '))
    .replace('START_OPTIONS', options.join(' '));
}

/** Next writes down where it was built. */
function hideBuildFolder(file: string): void {
  writeFileSync(file, readFileSync(file, 'utf8').replaceAll(projectRoot, '.'));
}

function filesIn(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries.filter((it) => it.isFile()).map((it) => path.relative(folder, path.join(it.parentPath, it.name)));
}

/** Builds the pages with everything that they need, in .next/standalone. They serve `npm start` too. */
export async function buildPages(): Promise<void> {
  rmSync(path.join(projectRoot, '.next', 'standalone'), { recursive: true, force: true });
  const next = 'node_modules/next/dist/bin/next';
  await run(process.execPath, [next, 'build'], { NODE_ENV: 'production', HEATLAMP_RELEASE: '1' });
}

/** Bundles the server and its command line with their packages. */
export async function bundleServer(folder: string): Promise<Bundled> {
  const { metafile } = await build({
    ...bundleOptions,
    outdir: folder,
    packages: 'bundle',
    // pg asks for its native client, and works without it.
    external: [...EXTERNAL.flatMap((name) => [name, `${name}/*`]), 'pg-native'],
    define: { 'process.env.HEATLAMP_RELEASE': '"1"' },
    // Packages in the format of CommonJS call it.
    banner: {
      js: "import { createRequire as createRequireOfBundle } from 'node:module'; const require = createRequireOfBundle(import.meta.url);",
    },
    sourcemap: false,
    legalComments: 'none',
    metafile: true,
  });
  return { folder, inputs: Object.keys(metafile.inputs) };
}

/** The version in the package.json of a folder. */
export function versionOf(folder: string): string {
  return String(readPackage(folder).version);
}

/** The packages of source files, relative to the project, by name. @throws Error for a package without a licence */
function packagesOf(files: readonly string[]): Contained[] {
  const folders = new Set(files.flatMap((file) => packageFolder(file) ?? []));
  return [...folders]
    .map(contained)
    .toSorted((a, b) => a.name.localeCompare(b.name) || a.version.localeCompare(b.version));
}

/** `node_modules/a/node_modules/@b/c/lib/d.js` is of the folder `node_modules/a/node_modules/@b/c`. */
function packageFolder(file: string): string | null {
  const parts = file.split('/');
  const last = parts.lastIndexOf(MODULES);
  if (last < 0) return null;
  const isScoped = parts[last + 1]?.startsWith('@') === true;
  return parts.slice(0, last + (isScoped ? 3 : 2)).join('/');
}

function contained(folder: string): Contained {
  const place = path.join(projectRoot, folder);
  const { name = folder, version = '', license } = readPackage(place);
  const called = typeof license === 'object' ? license.type : license;
  if (!called) throw new Error(`${name} does not say under which licence it is`);
  const files = readdirSync(place).filter((file) => LICENSE_FILE.test(file));
  return { name, version, license: called, texts: files.map((file) => readFileSync(path.join(place, file), 'utf8')) };
}

function readPackage(folder: string): PackageJson {
  const file = path.join(folder, 'package.json');
  if (!existsSync(file)) throw new Error(`${file} is missing`);
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** One text with the licences of all packages. */
function licenseText(packages: readonly Contained[]): string {
  const parts = packages.map(
    ({ name, version, license, texts }) => `${name} ${version}\nLicence: ${license}\n\n${texts.join('\n\n').trim()}\n`,
  );
  return `Heatlamp contains these packages.\n\n${parts.join(`\n${'-'.repeat(80)}\n\n`)}`;
}

/** A bill of materials in the form of CycloneDX. */
function billOfMaterials(packages: readonly Contained[], version: string): string {
  const components = packages.map((it) => ({
    type: 'library',
    name: it.name,
    version: it.version,
    purl: `pkg:npm/${it.name.replace('@', '%40')}@${it.version}`,
    licenses: [{ expression: it.license }],
  }));
  const component = { type: 'application', name: 'heatlamp', version };
  return `${JSON.stringify({ bomFormat: 'CycloneDX', specVersion: '1.6', version: 1, metadata: { component }, components }, null, 2)}\n`;
}
