import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { type BuildOptions, build } from 'esbuild';
import { buildServer, type ServerBuild } from '../harness/builds';
import type { ServerMutation } from '../harness/mutants/server';
import { projectRoot } from '../set-up/project-root.mjs';

/** Tables that every delivery concerns. */
const TABLES = ['Branch', 'Order', 'CourseEvent', 'CourseTicket', 'TableState', 'Delivery', 'Inbox', 'BranchCommit'];
const MAX_BYTES = 1024 * 1024 * 1024;
const MIGRATION = '9999_next';

/** The same program with one more migration, which adds to the tables in use, as that of a next version may. */
export async function buildNextVersion(mutation?: ServerMutation): Promise<ServerBuild> {
  const next = await buildServer(mutation);
  const root = path.dirname(next.main);
  // The program looks for its migrations beside the nearest package.json.
  writeFileSync(path.join(root, 'package.json'), '{}');
  const migrations = path.join(root, 'prisma', 'migrations');
  cpSync(path.join(projectRoot, 'prisma', 'migrations'), migrations, { recursive: true });
  const folder = path.join(migrations, 'postgresql', MIGRATION);
  mkdirSync(folder);
  const sql = [
    ...TABLES.map(
      (table) => `ALTER TABLE "${table}" ADD COLUMN "next" INTEGER, ADD COLUMN "nextText" TEXT NOT NULL DEFAULT '';`,
    ),
    'CREATE TABLE "Next" ("id" INTEGER NOT NULL, CONSTRAINT "Next_pkey" PRIMARY KEY ("id"));',
    'CREATE INDEX "Delivery_next_idx" ON "Delivery"("next");',
  ];
  writeFileSync(path.join(folder, 'migration.sql'), `${sql.join('\n')}\n`);
  return next;
}

/** The program of a commit or tag of this checkout, with the packages of today. */
export async function buildRevision(revision: string): Promise<ServerBuild> {
  const parent = path.join(projectRoot, 'build', 'harness');
  mkdirSync(parent, { recursive: true });
  const root = mkdtempSync(path.join(parent, 'revision-'));
  const remove = () => rmSync(root, { recursive: true, force: true });
  try {
    const archive = execFileSync('git', ['archive', revision], { cwd: projectRoot, maxBuffer: MAX_BYTES });
    execFileSync('tar', ['-x', '-C', root], { input: archive });
    execFileSync(process.execPath, [path.join('tools', 'set-up', 'generate.mjs')], { cwd: root });
    const options = pathToFileURL(path.join(root, 'tools', 'set-up', 'bundle-options.mjs')).href;
    const { bundleOptions } = (await import(options)) as { bundleOptions: BuildOptions };
    const outdir = path.join(root, 'build');
    await build({ ...bundleOptions, outdir, sourcemap: false, logLevel: 'silent' });
    return { main: path.join(outdir, 'main.mjs'), remove };
  } catch (error) {
    remove();
    throw error;
  }
}
