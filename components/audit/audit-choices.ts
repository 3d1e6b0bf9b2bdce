import { AUDIT_KINDS, type AuditKind } from '../../contract/constants';
import { type PageQuery, type QueryProblem, queryReader } from '../manager/page-query';

export const AUDIT = '/manager/audit';
/** The author of what was done on the command line. No name is empty. */
export const BY_COMMAND = '-';
const MAX_NAME_LENGTH = 200;

/** Options in the address of the audit page, besides days. */
export type AuditChoices = {
  kind: AuditKind | null;
  /** Name of a manager or screen; an empty text is the command line. */
  by: string | null;
};

type Parsed = AuditChoices & { cursor: { id: number } | null; problems: QueryProblem[] };

/** Parses the address; invalid values are omitted and reported. */
export function parseAuditQuery(query: URLSearchParams, { problems: others }: PageQuery): Parsed {
  const problems = others.filter(({ parameter }) => OWN.has(parameter));
  const { read, among } = queryReader(query, problems);
  return {
    kind: among('kind', AUDIT_KINDS),
    by: read('by', 'text', (text) => (text.length <= MAX_NAME_LENGTH ? (text === BY_COMMAND ? '' : text) : null)),
    // The id of the last entry of the page before.
    cursor: read('cursor', 'cursor', (text) => (/^\d{1,9}$/.test(text) ? { id: Number(text) } : null)),
    problems,
  };
}

const OWN = new Set(['period', 'first', 'last']);
