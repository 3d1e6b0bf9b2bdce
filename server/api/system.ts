import { mkdir, stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import { auditListShape } from '../../contract/audit';
import { AUDIT_KINDS } from '../../contract/constants';
import { branchNumbers, int32, oneOf } from '../../contract/parts';
import { screenWishShape } from '../../contract/screens';
import { type System, systemShape, tokenAddedShape } from '../../contract/system';
import { toIso } from '../../domain/fact';
import { applyAuditedChange } from '../audit/entry';
import { lastBackup, noteBackup, refuseWithPostgresql } from '../backup/backups';
import { takeBranches } from '../board/stages';
import { diagnose } from '../cli/doctor';
import { cursorText } from '../http/cursor';
import { cursorParameter, instantParameter, limitParameter, refineRange, textParameter } from '../http/parameters';
import { version } from '../project-root';
import { addScreen } from '../screens/screens';
import { UserError } from '../user-error';
import { type ApiDeps, asProblem, type Endpoint, endpoint } from './endpoint';

const ofOwners = { managers: 'owners', alsoRefuses: [409] } as const;

const auditCursor = z.strictObject({ id: int32 });

export const systemEndpoints: readonly Endpoint[] = [
  endpoint({
    ...ofOwners,
    method: 'GET',
    path: '/api/v1/system',
    summary:
      'The version, the last backup, the disk, and what doctor finds, which may take as long as reading the database.',
    reply: systemShape,
    async handle({ deps }): Promise<System> {
      const { findings } = await diagnose({ deps, refusals: deps.refusals.list });
      return {
        serverTime: toIso(deps.now()),
        version: version(),
        backup: await backupOf(deps),
        disk: await diskOf(deps),
        findings,
      };
    },
  }),
  endpoint({
    ...ofOwners,
    method: 'POST',
    path: '/api/v1/system/backup',
    summary: 'Makes a verified backup in the data folder, beside those of the nightly timer.',
    reply: z.object({ backup: systemShape.shape.backup }),
    async handle({ deps, author }) {
      const at = deps.now();
      const folder = path.join(deps.config.dataDir, 'backups');
      const file = path.join(folder, `heatlamp-${toIso(at).slice(0, 19).replaceAll(':', '-')}.db`);
      try {
        refuseWithPostgresql(deps.config);
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await deps.backups.backup(file);
        await noteBackup(deps.config.dataDir, { file, at });
      } catch (error) {
        if (error instanceof UserError) throw asProblem(new UserError(error.message, 'no-backup'));
        throw error;
      }
      await applyAuditedChange(
        deps,
        async () => null,
        author,
        () => ({ action: 'backup', subject: file }),
      );
      return { backup: await backupOf(deps) };
    },
  }),
  endpoint({
    ...ofOwners,
    method: 'POST',
    path: '/api/v1/tokens',
    summary:
      'Makes a token with which a program reads the data of these branches. It is listed, and revoked, as a screen.',
    body: z.strictObject({ name: screenWishShape.shape.name, branches: branchNumbers }),
    reply: tokenAddedShape,
    async handle({ deps, body, author }) {
      const wish = { ...body, view: 'api' } as const;
      const added = await applyAuditedChange(
        deps,
        async (sql, stages) => {
          await takeBranches(sql, body.branches, stages);
          return addScreen(sql, wish, deps.now());
        },
        author,
        ({ id }) => ({ action: 'screen-added', subject: body.name, after: { id, ...wish } }),
      ).catch(asProblem);
      return { ...added, name: body.name };
    },
  }),
  endpoint({
    method: 'GET',
    path: '/api/v1/audit',
    summary: 'Sign-ins, failed ones, views of names of guests, and changes, newest first.',
    managers: 'owners',
    query: refineRange(
      z.strictObject({
        kind: oneOf(AUDIT_KINDS).optional(),
        by: textParameter.optional().describe('Name of a manager or screen.'),
        from: instantParameter.optional(),
        to: instantParameter.optional(),
        limit: limitParameter,
        cursor: cursorParameter(auditCursor).optional(),
      }),
    ),
    reply: auditListShape,
    async handle({ deps, query }) {
      const { kind = null, by = null, from = null, to = null, limit, cursor = null } = query;
      const { entries, next } = await deps.reader.read('audit', { kind, by, from, to, limit, cursor });
      return { entries, nextCursor: cursorText(next) };
    },
  }),
];

async function backupOf({ config }: ApiDeps): Promise<System['backup']> {
  if (config.databaseUrl !== null) return null;
  const last = await lastBackup(config.dataDir);
  if (last === null) return { at: null, file: null, isHere: false };
  const isHere = await stat(last.file).then(
    () => true,
    () => false,
  );
  return { at: toIso(last.at), file: last.file, isHere };
}

/** Null where the system does not say. */
async function diskOf({ config }: ApiDeps): Promise<System['disk']> {
  return statfs(config.dataDir).then(
    ({ bavail, blocks, bsize }) => ({ freeBytes: bavail * bsize, totalBytes: blocks * bsize }),
    () => null,
  );
}
