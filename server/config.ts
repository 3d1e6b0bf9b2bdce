import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { homedir } from 'node:os';
import path from 'node:path';
import { parseEnv } from 'node:util';
import * as z from 'zod';
import { isTimeZone } from '../domain/business-day';
import { IS_RELEASE } from '../lib/release';
import { isOneEditApart } from '../lib/text';
import { UserError } from './user-error';

type Environment = Record<string, string | undefined>;

/** A variable that has no effect, and the one that was probably meant. */
type UnknownVariable = { name: string; meant: string | null };

/** What `.env` may have for Node and the system. */
const OF_OTHERS = /^(?:TZ|NODE_\w+|MALLOC_\w+)$/;
/** Shorter names resemble too many others. */
const MIN_LETTERS = 7;

/** Values of HOST with which the server listens on every address of this machine: of IPv4 only, or of both kinds. */
export const EVERY_ADDRESS = ['0.0.0.0', '::'];

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** The address of a PostgreSQL database. */
export function databaseUrl(error: string) {
  return z.url({ protocol: /^postgres(ql)?$/, error });
}

const SECRETS_KEY_BYTES = 32;
const secretsKey = z
  .string()
  .refine((text) => /^[A-Za-z0-9+/]{43}=$/.test(text), {
    error: `must be ${SECRETS_KEY_BYTES} bytes in Base64, as \`openssl rand -base64 ${SECRETS_KEY_BYTES}\` makes`,
  })
  .transform((text) => Buffer.from(text, 'base64'))
  .optional();

/** A checkout keeps its data beside itself; a release in the place for data of the user, or of the machine for root. */
function defaultDataDir(): string {
  if (!IS_RELEASE) return './data';
  if (process.getuid?.() === 0) return '/var/lib/heatlamp';
  return path.join(process.env['XDG_DATA_HOME'] || path.join(homedir(), '.local', 'share'), 'heatlamp');
}

/** There, every device seems to be beside the machine. */
function isInContainer(): boolean {
  return existsSync('/.dockerenv') || existsSync('/run/.containerenv') || 'KUBERNETES_SERVICE_HOST' in process.env;
}

const environment = z.object({
  PORT: z.coerce
    .number({ error: 'must be a port number' })
    .int()
    .min(0, 'must be from 0 to 65535')
    .max(65_535, 'must be from 0 to 65535')
    .default(3000),
  HOST: z.string().min(1, 'must be an address to listen on').default('0.0.0.0'),
  DATA_DIR: z.string().min(1, 'must be a folder').default(defaultDataDir),
  DATABASE_URL: databaseUrl(
    'must be an address such as postgresql://user:password@host/heatlamp, or absent for SQLite',
  ).optional(),
  DATABASE_REPLICA_URL: databaseUrl(
    'must be an address such as postgresql://user:password@replica/heatlamp',
  ).optional(),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/, error: 'must be the http(s) address under which screens reach this server' })
    .optional(),
  TRUST_PROXY: z
    .string()
    .default('')
    .transform((list) => list.split(',').map((address) => address.trim()))
    .transform((list) => list.filter((address) => address !== ''))
    .refine(
      (list) => list.every(isAddress),
      'must be addresses of proxies, such as 127.0.0.1 or 10.0.0.0/8, with commas',
    ),
  ALLOWED_HOSTS: z
    .string()
    .default('')
    .transform((list) => list.split(',').map((name) => name.trim().toLowerCase()))
    .transform((list) => list.filter((name) => name !== ''))
    .refine(
      (list) => list.every((name) => isIP(name) !== 0 || /^[\w-]+(?:\.[\w-]+)*$/.test(name)),
      'must be names or addresses without a port, such as kitchen.lan, with commas',
    ),
  SET_UP_QR: z.enum(['on', 'off'], { error: 'must be on or off' }).default(() => (isInContainer() ? 'off' : 'on')),
  MDNS: z.enum(['on', 'off'], { error: 'must be on or off' }).default(() => (isInContainer() ? 'off' : 'on')),
  METRICS_TOKEN: z
    .string()
    .regex(/^[A-Za-z0-9._~+/-]{16,}=*$/, 'must be at least 16 characters, such as `openssl rand -hex 24` makes')
    .optional(),
  SECRETS_KEY: secretsKey,
  SECRETS_KEY_OLD: secretsKey,
  TARGET_SECRETS_KEY: secretsKey,
  LOG_LEVEL: z.enum(LOG_LEVELS, { error: `must be one of ${LOG_LEVELS.join(', ')}` }).default('info'),
});

export type Config = {
  port: number;
  host: string;
  /** Absolute. */
  dataDir: string;
  /** With SQLite. */
  databaseFile: string;
  /** The address of PostgreSQL, with its password; null for SQLite. Never logged. */
  databaseUrl: string | null;
  /** The address of a replica of it, from which history and reports are read; null: from the same. Never logged. */
  replicaUrl: string | null;
  lockFile: string;
  /** A socket file, or on Windows a named pipe. */
  controlSocket: string;
  /** The inbox. */
  inboxFile: string;
  /** An origin, such as `https://heatlamp.example.com`, because links add the path of a page; null if not set. */
  publicUrl: string | null;
  /** Addresses and networks (`10.0.0.0/8`) of proxies whose X-Forwarded-For and -Proto headers are trusted. */
  trustProxy: string[];
  /** Names and addresses of this server, in lower case, beside those that it knows itself. */
  allowedHosts: string[];
  /** Whether the home page may show the link for the first owner to devices beside this machine (SECURITY.md). */
  showsSetUpLink: boolean;
  /** Whether devices in the same network may find this server as `heatlamp.local`. */
  announcesName: boolean;
  /** The token that /metrics requires; null: only this machine may read it. Never logged. */
  metricsToken: string | null;
  /** Encrypts the secrets in the database; null: they are stored as they are. Never logged. */
  secretsKey: Buffer | null;
  /** The key that they were encrypted with before. Never logged. */
  oldSecretsKey: Buffer | null;
  /** The key of the nodes that `copy` copies to. Never logged. */
  targetSecretsKey: Buffer | null;
  logLevel: (typeof LOG_LEVELS)[number];
  /** Time zone of the machine, for branches without one of their own. */
  timeZone: string;
  unknownVariables: UnknownVariable[];
};

function isAddress(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const maxBits = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  return (
    rest.length === 0 && maxBits > 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= maxBits))
  );
}

type ReadConfig = { ok: true; config: Config } | { ok: false; problems: string[] };

/**
 * Reads and checks the environment, some of which is from a file. Each problem is one line: the variable, what is wrong,
 * and what to do.
 */
export function readConfig(
  env: Readonly<Record<string, string | undefined>>,
  inFile: readonly string[] = [],
): ReadConfig {
  // An empty variable in a unit file or compose file means "not set".
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value.trim() !== ''));
  const parsed = environment.safeParse(set);
  if (!parsed.success)
    return { ok: false, problems: parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`) };
  const {
    PORT,
    HOST,
    DATA_DIR,
    DATABASE_URL,
    DATABASE_REPLICA_URL,
    PUBLIC_URL,
    TRUST_PROXY,
    ALLOWED_HOSTS,
    SET_UP_QR,
    MDNS,
    METRICS_TOKEN,
    SECRETS_KEY,
    SECRETS_KEY_OLD,
    TARGET_SECRETS_KEY,
    LOG_LEVEL,
  } = parsed.data;
  if (DATABASE_REPLICA_URL !== undefined && DATABASE_URL === undefined)
    return { ok: false, problems: ['DATABASE_REPLICA_URL needs DATABASE_URL, whose replica it is'] };
  // Undefined or `Etc/Unknown` after a wrong TZ. No branch could be stored with it.
  const timeZone: string | undefined = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (timeZone === undefined || !isTimeZone(timeZone))
    return { ok: false, problems: ['TZ must be the time zone of this machine, such as Europe/Amsterdam'] };
  const dataDir = path.resolve(DATA_DIR);
  return {
    ok: true,
    config: {
      port: PORT,
      host: HOST,
      dataDir,
      databaseFile: path.join(dataDir, 'heatlamp.db'),
      databaseUrl: DATABASE_URL ?? null,
      replicaUrl: DATABASE_REPLICA_URL ?? null,
      lockFile: path.join(dataDir, 'heatlamp.lock'),
      controlSocket: controlAddress(dataDir),
      inboxFile: path.join(dataDir, 'intake.db'),
      publicUrl: PUBLIC_URL === undefined ? null : new URL(PUBLIC_URL).origin,
      trustProxy: TRUST_PROXY,
      allowedHosts: ALLOWED_HOSTS,
      showsSetUpLink: SET_UP_QR === 'on' && PUBLIC_URL === undefined && TRUST_PROXY.length === 0,
      announcesName: MDNS === 'on' && PUBLIC_URL === undefined && EVERY_ADDRESS.includes(HOST),
      metricsToken: METRICS_TOKEN ?? null,
      secretsKey: SECRETS_KEY ?? null,
      oldSecretsKey: SECRETS_KEY_OLD ?? null,
      targetSecretsKey: TARGET_SECRETS_KEY ?? null,
      logLevel: LOG_LEVEL,
      timeZone,
      unknownVariables: unknownVariables(env, inFile, Object.keys(environment.shape)),
    },
  };
}

/**
 * Where the server of a data folder accepts commands: a socket file in it. Windows has named pipes instead, which belong
 * to no folder; there only the user of the server and administrators may write to it.
 */
export function controlAddress(dataDir: string, platform: NodeJS.Platform = process.platform): string {
  if (platform !== 'win32') return path.join(dataDir, 'control.sock');
  const name = createHash('sha256').update(dataDir.toLowerCase()).digest('hex').slice(0, 16);
  return `\\\\.\\pipe\\heatlamp-${name}`;
}

/** Whether an address is a socket file. */
export function isSocketFile(address: string): boolean {
  return !address.startsWith('\\\\.\\pipe\\');
}

/**
 * Adds the variables of the file `.env` in the working folder to the environment, whose own values have priority, also
 * empty ones. Returns the names in the file; none without a file. @throws UserError if it cannot be read
 */
export function loadEnvironmentFile(env: Environment = process.env, file = path.resolve('.env')): string[] {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const { code = String(error) } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return [];
    throw new UserError(`${file} cannot be read (${code}): make it readable, or remove it`);
  }
  const parsed = parseEnv(text);
  for (const [name, value] of Object.entries(parsed)) env[name] ??= value;
  return Object.keys(parsed);
}

/**
 * The variables that were probably meant for Heatlamp and that it does not know: those of `.env`, those that begin with
 * HEATLAMP_, and those that resemble a known name.
 */
function unknownVariables(
  env: Readonly<Environment>,
  inFile: readonly string[],
  known: readonly string[],
): UnknownVariable[] {
  return Object.keys(env).flatMap((name) => {
    if (known.includes(name)) return [];
    const meant = known.find((one) => resembles(name, one)) ?? null;
    const isOurs = meant !== null || /^HEATLAMP_/i.test(name) || (inFile.includes(name) && !OF_OTHERS.test(name));
    return isOurs ? [{ name, meant }] : [];
  });
}

function resembles(name: string, known: string): boolean {
  const letters = lettersOf(name.replace(/^HEATLAMP_/i, ''));
  const wanted = lettersOf(known);
  return letters === wanted || (wanted.length >= MIN_LETTERS && isOneEditApart(letters, wanted));
}

function lettersOf(name: string): string {
  return name.toUpperCase().replaceAll(/[^A-Z]/g, '');
}
