import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventBody } from '../../server/testing/events';
import { KEY, SUBSCRIPTION, signedHeaders } from '../../server/testing/pos-key';
import { freePort } from '../harness/postgresql';
import { projectRoot } from '../set-up/project-root.mjs';

const PLATFORM = `linux-${process.arch}`;
const MAX_BYTES = 100_000_000;
let work: string;
let unpacked: string;

beforeAll(() => {
  work = mkdtempSync(path.join(tmpdir(), 'heatlamp-release-test-'));
  const options = ['--import', 'tsx', 'tools/release/main.ts', '--platform', PLATFORM, '--out', work];
  execFileSync(process.execPath, options, { cwd: projectRoot, stdio: 'ignore' });
  execFileSync('sha256sum', ['--check', '--quiet', 'SHA256SUMS'], { cwd: work });
  for (const file of readdirSync(work).filter((name) => name.endsWith('.gz')))
    execFileSync('tar', ['-xzf', file], { cwd: work });
  const folders = readdirSync(work).filter((name) => statSync(path.join(work, name)).isDirectory());
  unpacked = path.join(work, folders.find((name) => name.endsWith(PLATFORM)) ?? '');
}, 600_000);
afterAll(() => rmSync(work, { recursive: true, force: true }));

const filesOf = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((it) => it.isFile())
    .map((it) => path.join(it.parentPath, it.name));

it('is small, and does not contain the folder that it was built in', () => {
  const files = filesOf(unpacked);
  expect(files.reduce((bytes, file) => bytes + statSync(file).size, 0)).toBeLessThan(MAX_BYTES);
  expect(files.filter((file) => readFileSync(file).includes(projectRoot))).toEqual([]);
});

it('has the sizes that the documents say, to a fifth', () => {
  const said = readFileSync(path.join(projectRoot, 'docs/operating.md'), 'utf8').matchAll(
    /^\| (needs Node|with Node) .*\| (\d+) MB \| (\d+) MB \|$/gm,
  );
  const sizes = [...said].flatMap(([, archive = '', packed, whole]) => {
    const name = readdirSync(work).find((file) =>
      (archive === 'with Node' ? /-with-node$/ : /-(x64|arm64)$/).test(file),
    );
    if (name === undefined) throw new Error(`there is no archive ${archive}`);
    const bytes = filesOf(path.join(work, name)).reduce((sum, file) => sum + statSync(file).size, 0);
    return [
      [Number(packed), statSync(path.join(work, `${name}.tar.gz`)).size / 1e6],
      [Number(whole), bytes / 1e6],
    ] as const;
  });
  expect(sizes).toHaveLength(4);
  for (const [documented = 0, measured] of sizes) {
    expect(measured).toBeGreaterThan(documented / 1.2);
    expect(measured).toBeLessThan(documented * 1.2);
  }
});

it('has only parts with a permissive licence, and says what it contains', () => {
  const licenses = readFileSync(path.join(unpacked, 'LICENSES.txt'), 'utf8').match(/^Licence: .+$/gm) ?? [];
  expect(licenses.length).toBeGreaterThan(30);
  expect(licenses.filter((line) => /GPL|MPL|EPL|UNLICENSED|SEE LICEN/.test(line))).toEqual([]);
  const { components } = JSON.parse(readFileSync(path.join(unpacked, 'sbom.json'), 'utf8')) as { components: object[] };
  expect(components).toHaveLength(licenses.length);
});

it('has the files of a service, and the documents for it', () => {
  const files = filesOf(unpacked).map((file) => path.relative(unpacked, file));
  expect(files).toEqual(expect.arrayContaining(['deploy/heatlamp.service', 'docs/operating.md', '.env.example']));
});

it.each(['with the Node of the machine', 'with its own Node'])(
  'starts in an empty environment %s',
  async (which) => {
    const hasNode = which === 'with its own Node';
    const folder = hasNode ? `${unpacked}-with-node` : unpacked;
    const home = mkdtempSync(path.join(work, 'home-'));
    // Nothing but Node, and what every system has.
    if (!hasNode) symlinkSync(process.execPath, path.join(home, 'node'));
    const port = String(await freePort());
    const env: NodeJS.ProcessEnv = {
      NODE_ENV: 'production',
      HOME: home,
      PATH: `${home}:/usr/bin:/bin`,
      DATA_DIR: path.join(home, 'data'),
      PORT: port,
      HOST: '127.0.0.1',
    };
    const program = path.join(folder, 'heatlamp');
    const command = (...args: string[]) => execFileSync(program, args, { env, cwd: home, encoding: 'utf8' });
    const url = `http://127.0.0.1:${port}`;

    const server = spawn(program, [], { env, cwd: home, stdio: 'ignore' });
    try {
      await expect
        .poll(() =>
          fetch(`${url}/readyz`).then(
            ({ ok }) => ok,
            () => false,
          ),
        )
        .toBe(true);
      command('subscription', 'add', '--id', SUBSCRIPTION, '--secret', KEY.secret);
      const token = /token: (\S+)/.exec(
        command('screen', 'add', '--name', 'Wall', '--branch', '1', '--view', 'kitchen'),
      )?.[1];
      const body = Buffer.from(eventBody({ at: Date.now() }));
      const headers = signedHeaders(body);
      const answer = await fetch(`${url}/webhooks/kitchenStartCourse`, { method: 'POST', body, headers });
      expect(answer.status).toBe(200);
      const cookie = { Cookie: `heatlamp_screen=${token}` };
      const wall = await fetch(`${url}/kitchen`, { headers: cookie });
      expect(wall.status).toBe(200);
      const [script = ''] = /\/_next\/static\/[^"]+\.js/.exec(await wall.text()) ?? [];
      expect((await fetch(`${url}${script}`)).status).toBe(200);
      const board = await (await fetch(`${url}/api/v1/board?branch=1`, { headers: cookie })).json();
      expect(board.tickets).toHaveLength(1);
      expect(command('doctor')).toContain('the database is intact');
      expect(command('doctor')).not.toContain('npm run');
      command('backup', path.join(home, 'backup.db'));
    } finally {
      server.kill();
      await once(server, 'exit');
    }
    expect(command('restore', path.join(home, 'backup.db'))).toContain('Heatlamp now uses');
  },
  120_000,
);
