import * as z from 'zod';
import { ORDER_KINDS } from '../../contract/constants';
import { oneOf } from '../../contract/parts';
import { NO_SERVICE, readServices } from '../../domain/services';
import type { Core } from '../core';
import { booleanParameter, instantParameter, integerFrom, integerParameter, textParameter } from '../http/parameters';
import { invalid } from '../http/problem';
import type { ReportFilter } from '../reports/filter';

const STATE_NAMES = { STARTED: 'started', READYFORPICKUP: 'ready', COMPLETED: 'served' } as const;
const STATES = Object.keys(STATE_NAMES).flatMap((word) => [word, `KITCHEN-TICKET-STATE-${word}`]);

/** The parameters that filter courses, beside the branch. */
export const courseParameters = {
  from: instantParameter.optional(),
  to: instantParameter.optional(),
  course: textParameter.optional().describe('The number of a course; any other text is an abbreviation.'),
  table: z
    .string()
    .regex(/^-?\d{1,40}(\/-?\d{1,40})?$/, 'must be a table number, or number/sub-number')
    .optional(),
  service: textParameter
    .optional()
    .describe('Name of the service; none for courses before the first service of the day.'),
  orderKind: z.enum(ORDER_KINDS, { error: 'must be table or cafeteria' }).optional(),
  state: oneOf(STATES).optional(),
  late: booleanParameter.optional(),
  guests: integerParameter.optional().describe('Exact number of guests of the order.'),
  weekday: integerFrom(1, 7).optional().describe('ISO 8601 weekday of the business day: 1 is Monday.'),
  hour: integerFrom(0, 23).optional().describe('Local hour of the start.'),
  nextDay: booleanParameter.optional().describe('Whether it began after midnight, before the cut-off of its day.'),
  q: textParameter.optional().describe('Text in the table, the order number or the name.'),
};

export type CourseQuery = z.infer<z.ZodObject<typeof courseParameters>>;

/** The filter for the courses of these branches. @throws Problem 400 for a service that none of them has */
export function courseFilterOf(
  deps: Pick<Core, 'settings'>,
  branches: readonly number[],
  query: CourseQuery,
): Omit<ReportFilter, 'branches' | 'now'> {
  const [number, subNumber = null] = query.table?.split('/') ?? [];
  const state = query.state?.replace('KITCHEN-TICKET-STATE-', '') as keyof typeof STATE_NAMES | undefined;
  return {
    from: query.from ?? null,
    to: query.to ?? null,
    course: query.course ?? null,
    table: number === undefined ? null : { number, subNumber },
    service: query.service === undefined ? null : knownService(deps, branches, query.service),
    orderKind: query.orderKind ?? null,
    state: state ? STATE_NAMES[state] : null,
    late: query.late ?? null,
    guests: query.guests ?? null,
    weekday: query.weekday ?? null,
    hour: query.hour ?? null,
    nextDay: query.nextDay ?? null,
    q: query.q ?? null,
  };
}

/** The name of a service in lower case, in which filters compare it. @throws Problem 400 for one that no branch has */
function knownService({ settings }: Pick<Core, 'settings'>, branches: readonly number[], service: string): string {
  const known = branches.flatMap((branch) =>
    (readServices(String(settings.value('services', branch))) ?? []).map(({ name }) => name.toLowerCase()),
  );
  const names = [...new Set([...known, NO_SERVICE])];
  const name = service.toLowerCase();
  if (names.includes(name)) return name;
  throw invalid([{ parameter: 'service', message: `must be one of ${names.join(', ')}` }]);
}
