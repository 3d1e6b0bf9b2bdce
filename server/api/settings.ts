import * as z from 'zod';
import type { SettingAt, SettingChanged, SettingsOfPlace } from '../../contract/settings';
import { SETTING_KEYS } from '../../contract/settings';
import { branchParameter, integerParameter, oneOf } from '../http/parameters';
import { invalid, Problem } from '../http/problem';
import { MAX_NAME_LENGTH, setBranch } from '../settings/branches';
import { setSetting } from '../settings/commands';
import { authorOf, checkedInTurn, notTheirs, requireOwner, type Viewer } from './access';
import { asProblem } from './as-problem';
import { endpoint } from './endpoint';
import { instant, int32 } from './shapes';

const key = oneOf(SETTING_KEYS);
const value = z.union([z.string(), z.number()]);
const sourced = { value, from: z.enum(['default', 'everywhere', 'branch', 'course']) };
const place = { branch: int32.nullable(), course: int32.nullable() };

const settingsShape = z.object({
  at: z.object(place),
  settings: z.array(
    z.object({
      key,
      ...sourced,
      otherwise: z.object(sourced).describe('The value that would be in force without one at this place.'),
      differing: z
        .array(z.object({ branch: int32, course: int32.nullable(), value }))
        .describe('Values of narrower places, which override this one.'),
      mayDiffer: z.boolean(),
      newest: z
        .int()
        .nullable()
        .describe('Id of the newest change at this place; send it as `after` with the next one.'),
    }),
  ),
  changes: z.array(
    z.object({
      id: z.int(),
      key,
      ...place,
      value: value.nullable(),
      before: value.nullable(),
      at: instant,
      by: z.string().nullable().describe('Name of the manager; null for the command line.'),
      isNewest: z.boolean(),
    }),
  ),
  branch: z
    .object({
      number: int32,
      name: z.string().nullable(),
      timeZone: z.string(),
      cutOff: z.string(),
      isUnused: z.boolean().describe('Nothing came for it, so it can be removed if nothing refers to it.'),
      unit: z.object({
        votes: z.object({ seconds: z.int(), minutes: z.int(), milliseconds: z.int() }),
        agreed: z.enum(['seconds', 'minutes', 'milliseconds']).nullable(),
        inForce: z.enum(['seconds', 'minutes', 'milliseconds']).nullable(),
      }),
    })
    .nullable(),
}) satisfies z.ZodType<SettingsOfPlace>;

export const settingsEndpoint = endpoint({
  method: 'GET',
  path: '/api/v1/settings',
  summary:
    'Every setting as in force everywhere, in a branch or for a course: the source of its value, narrower values, and the last changes.',
  views: [],
  query: z.strictObject({ branch: branchParameter, course: integerParameter.optional() }),
  reply: settingsShape,
  async handle({ deps, viewer, query }) {
    const at = { branch: query.branch ?? null, course: query.course ?? null };
    requireKnown(viewer, at);
    return deps.reader.read('settings', { at, branches: viewer.branches });
  },
});

export const setSettingEndpoint = endpoint({
  method: 'POST',
  path: '/api/v1/settings',
  summary:
    'Sets a value everywhere (owners), for a branch, or for a course of a branch; null removes it. Applies at once. With `after`, only if that is still the newest change there.',
  views: [],
  alsoRefuses: [409],
  query: z.strictObject({}),
  body: z.strictObject({
    key,
    value: z.union([z.string(), z.number(), z.null()], {
      error: ({ input }) => (input === undefined ? 'is missing' : 'must be text, a number or null'),
    }),
    branch: int32.nullish(),
    course: int32.nullish(),
    after: z.int().nullish(),
  }),
  reply: z.object({
    setting: z.object({ key, value, ...place }),
    change: z.int(),
    own: value.nullable(),
    before: value.nullable(),
  }) satisfies z.ZodType<SettingChanged>,
  async handle({ deps, viewer, body, request }) {
    const at = { branch: body.branch ?? null, course: body.course ?? null };
    const checked = checkedInTurn(deps, () => {
      const manager = requireKnown(viewer, at);
      if (at.branch === null) requireOwner(manager);
    });
    const wanted = { branch: at.branch ?? undefined, course: at.course ?? undefined };
    const text = body.value === null ? null : String(body.value);
    const author = authorOf(viewer, request, deps);
    return setSetting(checked, body.key, text, wanted, { author, after: body.after }).catch(asProblem);
  },
});

export const setBranchEndpoint = endpoint({
  method: 'POST',
  path: '/api/v1/branches/:number',
  summary:
    'Sets the name, the time zone or the cut-off of a branch; with `create`, also of one that does not exist yet. A new time zone or cut-off rewrites the business days of its whole history.',
  views: [],
  managers: 'owners',
  query: z.strictObject({ number: integerParameter }),
  body: z.strictObject({
    name: z.string().max(MAX_NAME_LENGTH).optional(),
    timeZone: z.string().max(100, 'must be the name of a time zone').optional(),
    cutOff: z.string().max(20, 'must be a time of day').optional(),
    create: z.boolean().default(false),
  }),
  reply: z.object({
    number: int32,
    name: z.string().nullable(),
    timeZone: z.string(),
    cutOff: z.string(),
    version: z.int(),
    lastDeliveryAt: instant.nullable(),
  }),
  async handle({ deps, viewer, query, body: { create, ...changes }, request }) {
    if (!create) requireKnown(viewer, { branch: query.number, course: null });
    return setBranch(deps, { number: query.number, ...changes }, authorOf(viewer, request, deps)).catch(asProblem);
  },
});

/** @throws Problem 400 for an invalid place, 403 or 404 for a branch that is not the viewer's */
function requireKnown(viewer: Viewer, { branch, course }: SettingAt) {
  const { manager, branches } = viewer;
  if (course !== null && branch === null)
    throw invalid([{ parameter: 'branch', message: 'must be given with course: courses are numbered per branch' }]);
  if (branch !== null && !branches.includes(branch)) throw notTheirs(viewer, branch);
  if (!manager) throw new Problem(403, 'Only managers may do this.', { code: 'view' });
  return manager;
}
