import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadEnvironmentFile, readConfig } from './config';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'heatlamp-env-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the file .env', () => {
  it('adds what the environment lacks; its own values win, also empty ones', () => {
    const file = path.join(folder, '.env');
    writeFileSync(
      file,
      '# the box\nPORT=4000\nexport HOST="127.0.0.1" # this machine\nLOG_LEVEL=warn\nDATADIR=/data\n',
    );
    const env = { PORT: '5000', LOG_LEVEL: '' };
    expect(loadEnvironmentFile(env, file).toSorted()).toEqual(['DATADIR', 'HOST', 'LOG_LEVEL', 'PORT']);
    expect(env).toEqual({ PORT: '5000', LOG_LEVEL: '', HOST: '127.0.0.1', DATADIR: '/data' });
  });

  it('may be absent, and is named if it cannot be read', () => {
    expect(loadEnvironmentFile({}, path.join(folder, 'nowhere'))).toEqual([]);
    expect(() => loadEnvironmentFile({}, folder)).toThrow(`${folder} cannot be read (EISDIR)`);
  });

  it('of the example sets nothing, and is valid with everything that it offers', () => {
    const [file, example] = [path.join(folder, 'example'), path.resolve('.env.example')];
    expect(loadEnvironmentFile({}, example)).toEqual([]);
    writeFileSync(file, readFileSync(example, 'utf8').replaceAll(/^# (?=[A-Z_]+=.)/gm, ''));
    const env = {};
    expect(loadEnvironmentFile(env, file)).toEqual(expect.arrayContaining(['DATA_DIR', 'DATABASE_URL', 'LOG_LEVEL']));
    expect(readConfig(env)).toMatchObject({ ok: true, config: { port: 3000, unknownVariables: [] } });
  });
});

describe('the files of deploy', () => {
  /** Where a file sets a variable: in a unit, in the Dockerfile, or below `environment` in a compose file. */
  const SETS = [/^Environment=([A-Z_]+)=(.*)$/gm, /^ENV ([A-Z_]+)=(.*)$/gm, /^ {6}([A-Z_]+): (.*)$/gm];
  const GIVEN: Record<string, string> = {
    PUBLIC_URL: 'http://192.168.1.20:3000',
    POSTGRES_PASSWORD: 'letters',
    SECRETS_KEY: Buffer.alloc(32).toString('base64'),
  };
  const filledIn = (value: string) =>
    value.replaceAll(/\$\{([A-Z_]+)(?::[-?][^}]*)?\}/g, (_, name: string) => GIVEN[name] ?? '');

  it.each([
    ['heatlamp.service', ['DATA_DIR']],
    ['heatlamp-backup.service', ['DATA_DIR']],
    ['Dockerfile', ['DATA_DIR']],
    [
      'compose.yaml',
      ['ALLOWED_HOSTS', 'METRICS_TOKEN', 'PUBLIC_URL', 'SECRETS_KEY', 'SECRETS_KEY_OLD', 'TRUST_PROXY', 'TZ'],
    ],
    ['compose.postgresql.yaml', ['DATABASE_URL']],
  ])('set only known variables, to valid values: %s', (name, expected) => {
    const text = readFileSync(path.resolve('deploy', name), 'utf8');
    const set = SETS.flatMap((pattern) => [...text.matchAll(pattern)])
      .map(([, variable = '', value = '']) => [variable, filledIn(value)] as const)
      // They are those of the image of PostgreSQL.
      .filter(([variable]) => !variable.startsWith('POSTGRES_'));
    const env = Object.fromEntries(set);
    expect(Object.keys(env).toSorted()).toEqual(expected);
    expect(readConfig(env, Object.keys(env))).toMatchObject({ ok: true, config: { unknownVariables: [] } });
  });

  // The README makes a backup in the checkout, and docs/operating.md has a password in deploy/.env.
  it.each(['.env', 'deploy/.env', 'heatlamp-backup.db'])('%s is neither committed nor part of an image', (file) => {
    const isIn = (list: string, name: string) =>
      readFileSync(path.resolve(list), 'utf8')
        .split('\n')
        .some((pattern) => path.matchesGlob(name, pattern));
    expect(isIn('.gitignore', path.basename(file))).toBe(true);
    expect(isIn('deploy/Dockerfile.dockerignore', file)).toBe(true);
  });
});

it('takes a variable of spaces for one that is not set, and the origin of an address that was copied from a page', () => {
  const config = (env: Record<string, string>) => {
    const read = readConfig(env);
    return read.ok ? read.config : read.problems;
  };
  expect(config({ PORT: ' ', DATA_DIR: ' ' })).toMatchObject({ port: 3000, dataDir: path.resolve('data') });
  for (const address of [
    'http://kitchen.lan:3000',
    'http://kitchen.lan:3000/',
    'http://Kitchen.lan:3000/manager/setup#x',
  ])
    expect(config({ PUBLIC_URL: address })).toMatchObject({ publicUrl: 'http://kitchen.lan:3000' });
});

it('refuses a TZ that is no time zone, with which no branch could be stored', () => {
  const { TZ } = process.env;
  const zoneOf = (zone: string) => {
    process.env['TZ'] = zone;
    const read = readConfig({});
    return read.ok ? read.config.timeZone : read.problems;
  };
  try {
    expect(zoneOf('Europe/Amsterdam')).toBe('Europe/Amsterdam');
    for (const wrong of ['Europe/Amsterdan', ':/etc/localtime', ''])
      expect([wrong, zoneOf(wrong)]).toEqual([
        wrong,
        ['TZ must be the time zone of this machine, such as Europe/Amsterdam'],
      ]);
  } finally {
    if (TZ === undefined) delete process.env['TZ'];
    else process.env['TZ'] = TZ;
  }
});

describe('unknown variables', () => {
  const unknown = (env: Record<string, string>, inFile: string[] = []) => {
    const read = readConfig(env, inFile);
    return read.ok ? read.config.unknownVariables : read.problems;
  };

  it('resemble ours, or begin with HEATLAMP_', () => {
    const meant = {
      ...{ DATADIR: 'DATA_DIR', PUBLICURL: 'PUBLIC_URL', Public_Url: 'PUBLIC_URL', PUBLIC_URI: 'PUBLIC_URL' },
      ...{ SECRET_KEY: 'SECRETS_KEY', HEATLAMP_PORT: 'PORT', HEATLAMP_DATA_DIR: 'DATA_DIR', HEATLAMP_COLOUR: null },
    };
    for (const [name, expected] of Object.entries(meant))
      expect(unknown({ [name]: 'x' }), name).toEqual([{ name, meant: expected }]);
  });

  it('are not those of other programs', () => {
    expect(unknown({ PATH: '/bin', POST: '1', HOSTNAME: 'box', PORTS: '1', TZ: 'UTC', DATA: 'x' })).toEqual([]);
  });

  it('are all others in .env', () => {
    const env = { COLOUR: 'red', TZ: 'UTC', NODE_ENV: 'production', PORT: '1' };
    expect(unknown(env, Object.keys(env))).toEqual([{ name: 'COLOUR', meant: null }]);
  });
});
