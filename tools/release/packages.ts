import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../set-up/project-root.mjs';

type PackageJson = { name?: string; version?: string; license?: string | { type: string } };

/** A package that a release contains, wholly or in part. */
export type Contained = {
  name: string;
  version: string;
  /** As the package calls it, such as MIT. */
  license: string;
  /** The texts of its licence files. */
  texts: string[];
};

const MODULES = 'node_modules';
const LICENSE_FILE = /^(?:licen[cs]e|copying|notice)/i;

/** The version in the package.json of a folder. */
export function versionOf(folder: string): string {
  return String(readPackage(folder).version);
}

/** The packages of source files, relative to the project, by name. @throws Error for a package without a licence */
export function packagesOf(files: readonly string[]): Contained[] {
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
export function licenseText(packages: readonly Contained[]): string {
  const parts = packages.map(
    ({ name, version, license, texts }) => `${name} ${version}\nLicence: ${license}\n\n${texts.join('\n\n').trim()}\n`,
  );
  return `Heatlamp contains these packages.\n\n${parts.join(`\n${'-'.repeat(80)}\n\n`)}`;
}

/** A bill of materials in the form of CycloneDX. */
export function billOfMaterials(packages: readonly Contained[], version: string): string {
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
