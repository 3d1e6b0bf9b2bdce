import { existsSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import {
  ALGORITHMS,
  AUDIT_KINDS,
  MAX_VISITS,
  ROLES,
  SCREEN_VIEWS,
  SECRET_ENCODINGS,
  SIGNATURE_ENCODINGS,
} from '../../contract/constants';
import { storable } from '../../contract/parts';
import { errorMessage } from '../../lib/error-message';
import { COMMAND } from '../../lib/release';
import {
  addManagerAudited,
  removeFactorAudited,
  removeManagerAudited,
  resetPasswordAudited,
  signOutAudited,
} from '../administration/managers';
import { addAudited, limitAudited, removeAudited, rotateAudited } from '../administration/subscriptions';
import { applyAuditedChange, type Change, COMMAND_LINE } from '../audit/entry';
import { noteBackup } from '../backup/backups';
import { type BoardCommand, takeBranches } from '../board/stages';
import type { Core } from '../core';
import { replayOne, replayUnreadable } from '../deliveries/replay';
import { reachableOrigins } from '../http/own-addresses';
import { listManagers } from '../people/managers';
import { eraseGuests } from '../privacy/erase-guests';
import { addScreen, listScreens, renewScreen, revokeScreen, type Screen } from '../screens/screens';
import { listBranches, removeBranch, setBranch } from '../settings/branches';
import { getSetting, knownBranch, listSettings, setSetting } from '../settings/commands';
import type { Progress } from '../storage/copies';
import { shortOf, Unwritable } from '../storage/failure';
import { UserError } from '../user-error';
import { listSubscriptions } from '../webhooks/subscriptions';
import { type DiagnosisInput, diagnose } from './doctor';

type CommandContext = DiagnosisInput & {
  /** Called with the progress of commands that take long. */
  onProgress?: (progress: Progress) => void;
};

type Command = { input: z.ZodType; run: (context: CommandContext, input: never) => Promise<unknown> };

function command<Input extends z.ZodType>(
  input: Input,
  run: (context: CommandContext, input: z.infer<Input>) => Promise<unknown>,
): Command {
  return { input, run: run as Command['run'] };
}

const MAX_INT32 = 2_147_483_647;
const int32 = z.number().int().min(-MAX_INT32, 'is too small').max(MAX_INT32, 'is too large');
const namePart = z.string().min(2, 'must have at least 2 characters');
const none = z.strictObject({});
const byId = z.strictObject({ id: z.string() });
const byName = z.strictObject({ name: z.string() });
/** Absolute, because the server and the command line may run in different folders. */
const byFile = z.strictObject({ file: z.string().refine(path.isAbsolute, 'must be an absolute path') });
const settingPlace = { branch: int32.optional(), course: int32.optional() };

const AUDIT_LIMIT = 'must be from 1 to 1000';

/** The value that removes a setting, so that the wider value is in force again. */
const REMOVED = 'default';

/** Every command by name. A running server runs them for the command line; without one, the command line does. */
export const COMMANDS = {
  'subscription add': command(
    z.strictObject({
      id: z.string(),
      secret: z.string().optional(),
      secretEncoding: z.enum(SECRET_ENCODINGS),
      signatureEncoding: z.enum(SIGNATURE_ENCODINGS),
      algorithm: z.enum(ALGORITHMS),
      event: z.string().optional(),
      branches: z.array(int32).optional(),
    }),
    ({ deps }, wanted) => addAudited(deps, wanted, COMMAND_LINE),
  ),
  'subscription list': command(none, ({ deps }) => deps.queue.run((sql) => listSubscriptions(sql, deps.now()))),
  'subscription remove': command(byId, ({ deps }, { id }) => removeAudited(deps, id, COMMAND_LINE)),
  'subscription limit': command(
    z.strictObject({ id: z.string(), branches: z.array(int32).nullable() }),
    ({ deps }, { id, branches }) => limitAudited(deps, id, branches, COMMAND_LINE),
  ),
  'subscription rotate': command(
    z.strictObject({ id: z.string(), secret: z.string().optional(), finish: z.boolean().optional() }),
    ({ deps }, { id, ...options }) => rotateAudited(deps, id, options, COMMAND_LINE),
  ),
  'screen add': command(
    z.strictObject({ name: z.string(), branches: z.array(int32), view: z.enum(SCREEN_VIEWS) }),
    async ({ deps }, wanted) => {
      const { name, branches, view } = wanted;
      const added = await byCommand(
        deps,
        async (sql, stages) => {
          await takeBranches(sql, branches, stages);
          return addScreen(sql, wanted, deps.now());
        },
        ({ id }) => ({ action: 'screen-added', subject: name.trim(), after: { id, view, branches } }),
      );
      return { ...added, link: linkTo(deps, '/pair', added.token) };
    },
  ),
  'screen link': command(z.strictObject({ id: z.number().int() }), async ({ deps }, { id }) => {
    const renewed = await byCommand(
      deps,
      (sql) => renewScreen(sql, id, deps.now()),
      () => ({ action: 'screen-link', subject: screenOf(deps, id)?.name ?? null, after: { id } }),
    );
    return { ...renewed, link: linkTo(deps, '/pair', renewed.token) };
  }),
  'screen list': command(none, async ({ deps }) => listScreens(deps.screens().values())),
  'screen revoke': command(z.strictObject({ id: z.number().int() }), ({ deps }, { id }) =>
    byCommand(
      deps,
      (sql) => revokeScreen(sql, id, deps.now()),
      () => {
        const { name = null, view = null, branches = null } = screenOf(deps, id) ?? {};
        return { action: 'screen-revoked', subject: name, before: { id, view, branches } };
      },
    ),
  ),
  'manager add': command(
    z.strictObject({ name: z.string(), role: z.enum(ROLES), branches: z.array(int32).nullable() }),
    async ({ deps }, wanted) => {
      const { name, token } = await addManagerAudited(deps, wanted, COMMAND_LINE);
      return { name, link: linkTo(deps, '/login', token) };
    },
  ),
  'manager list': command(none, async ({ deps }) =>
    listManagers(deps.people(), deps.now()).map(({ id: _, linkUntil: __, ...listed }) => listed),
  ),
  'manager remove': command(byName, ({ deps }, { name }) => removeManagerAudited(deps, name, COMMAND_LINE)),
  'manager reset-password': command(byName, async ({ deps }, { name: of }) => {
    const { name, token } = await resetPasswordAudited(deps, of, COMMAND_LINE);
    return { name, link: linkTo(deps, '/login', token) };
  }),
  'manager remove-second-factor': command(byName, ({ deps }, { name }) =>
    removeFactorAudited(deps, name, COMMAND_LINE),
  ),
  'manager sign-out': command(byName, ({ deps }, { name }) => signOutAudited(deps, name, COMMAND_LINE)),
  'branch list': command(none, async ({ deps }) => listBranches(deps)),
  'branch set': command(
    z.strictObject({
      number: int32,
      name: z.string().optional(),
      timeZone: z.string().optional(),
      cutOff: z.string().optional(),
    }),
    ({ deps }, wanted) => setBranch(deps, wanted),
  ),
  'branch remove': command(z.strictObject({ number: int32 }), ({ deps }, { number }) => removeBranch(deps, number)),
  'setting list': command(z.strictObject(settingPlace), async ({ deps }, place) => listSettings(deps, place)),
  'setting get': command(z.strictObject({ key: z.string(), ...settingPlace }), async ({ deps }, { key, ...place }) =>
    getSetting(deps, key, place),
  ),
  'setting set': command(
    z.strictObject({ key: z.string(), value: z.string(), ...settingPlace }),
    async ({ deps }, { key, value, ...place }) =>
      (await setSetting(deps, key, value === REMOVED ? null : value, place)).setting,
  ),
  'deliveries replay': command(
    z.union([byId, z.strictObject({ outcome: z.literal('unreadable') })]),
    async ({ deps }, question) => {
      const replayed = await ('id' in question ? replayOne(deps, question.id) : replayUnreadable(deps));
      const subject = 'id' in question ? question.id : null;
      deps.audit.count({ ...COMMAND_LINE, action: 'deliveries-replayed', subject });
      return replayed;
    },
  ),
  'guest find': command(
    z.strictObject({
      name: namePart.optional(),
      branch: int32.optional(),
      day: z.iso.date('must be a day such as 2026-06-19').optional(),
      table: z.string().optional(),
    }),
    async ({ deps }, { name = null, branch, day = null, table = null }) => {
      if (name === null && day === null) throw new UserError('give a --name, a --day, or both');
      if (branch !== undefined) knownBranch(deps, branch);
      const branches = branch === undefined ? deps.boards.branches().map(({ row }) => row.number) : [branch];
      const { visits } = await deps.reader.read('guests', { branches, name, day, table });
      deps.audit.count({ ...COMMAND_LINE, action: 'guests', branch: branch ?? null });
      return visits;
    },
  ),
  'guest erase': command(
    z.strictObject({
      visits: z.array(int32).min(1).max(MAX_VISITS, `must be at most ${MAX_VISITS}`),
      name: namePart.refine(...storable).optional(),
    }),
    async ({ deps }, { visits, name = null }) => {
      const erased = await eraseGuests(deps, visits, name, COMMAND_LINE);
      if (erased.visits === 0)
        throw new UserError('none of these visits can be erased: they are unknown, or a course of them is open');
      return erased;
    },
  ),
  'audit list': command(
    z.strictObject({
      kind: z.enum(AUDIT_KINDS).optional(),
      by: z.string().optional(),
      limit: z.int().min(1, AUDIT_LIMIT).max(1_000, AUDIT_LIMIT).optional(),
    }),
    async ({ deps }, { kind = null, by = null, limit = 100 }) =>
      (await deps.reader.read('audit', { kind, by, from: null, to: null, limit, cursor: null })).entries,
  ),
  backup: command(byFile, async ({ deps, onProgress }, { file }) => {
    const copied = await deps.backups.backup(file, onProgress);
    deps.audit.count({ ...COMMAND_LINE, action: 'backup', subject: file });
    return copied;
  }),
  // The command line sends this once it sees the file: a service may have written it to its private /tmp.
  'backup seen': command(byFile.extend({ at: z.int() }), async ({ deps }, backup) => {
    await noteBackup(deps.config.dataDir, backup);
    return null;
  }),
  // The command line copies after this, once no server uses the folder any more.
  copy: command(z.strictObject({ to: z.string() }), async ({ deps }, { to }) => {
    deps.audit.count({ ...COMMAND_LINE, action: 'copy', subject: to });
    return null;
  }),
  // The command line runs this and the next one without a server.
  restore: command(byFile, async () => {
    throw new UserError('Heatlamp is running: stop it, and restore then. Nothing was changed.');
  }),
  'secrets forget': command(none, async () => {
    throw new UserError('Heatlamp is running, so it has the key of the secrets. Nothing was removed.');
  }),
  doctor: command(none, diagnose),
} as const;

/** Changes the configuration, and stores an entry of the audit log with it. */
function byCommand<Result>(
  deps: Core,
  change: BoardCommand<Result>,
  entryOf: (result: Result) => Change,
): Promise<Result> {
  return applyAuditedChange(deps, change, COMMAND_LINE, entryOf);
}

function screenOf({ screens }: Core, id: number): Screen | undefined {
  return [...screens().values()].find((screen) => screen.id === id);
}

/** A link with a token in its fragment, which browsers do not send, so that no log contains it. */
function linkTo({ config }: Core, page: '/pair' | '/login', token: string): string {
  return `${reachableOrigins(config)[0]}${page}#${token}`;
}

export type CommandName = keyof typeof COMMANDS;

export type CommandAnswer = { ok: true; result: unknown } | { ok: false; message: string };

/** Runs a command. Errors of the user are returned as a message. */
export async function runCommand(context: CommandContext, name: string, input: unknown): Promise<CommandAnswer> {
  if (!Object.hasOwn(COMMANDS, name)) return { ok: false, message: `there is no command ${name}` };
  const { input: shape, run } = COMMANDS[name as CommandName];
  const parsed = shape.safeParse(input);
  if (!parsed.success)
    return {
      ok: false,
      message: parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; '),
    };
  // A command must see everything that was acknowledged before it.
  await context.deps.queue.committed();
  try {
    return { ok: true, result: await run(context, parsed.data as never) };
  } catch (error) {
    const message = errorMessage(error);
    if (!(error instanceof Unwritable)) return { ok: false, message };
    return { ok: false, message: `${message} (${shortOf(error)}): ${COMMAND} doctor says what to do` };
  }
}

/**
 * The answer of a server to `backup`, as a failure if this process cannot see the file: systemd gives a service a private
 * /tmp, which is deleted when the service stops, and a container has its own file system.
 */
export function onlyIfSeen(answer: CommandAnswer, file: string, dataDir: string): CommandAnswer {
  if (!answer.ok || existsSync(file)) return answer;
  return {
    ok: false,
    message: `the server wrote ${file} to a private folder that only it can see: choose a folder in ${dataDir}`,
  };
}
