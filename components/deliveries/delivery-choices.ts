import { CAUSES, type DeliveryCause, type DeliveryOutcome, OUTCOMES } from '../../contract/constants';
import type { Span } from '../../domain/period';
import { type PageQuery, type QueryProblem, queryOf, queryReader, spanParameters } from '../manager/page-query';

export const DELIVERIES = '/manager/deliveries';
export const PARTS = ['received', 'unreadable', 'refused'] as const;
export type Part = (typeof PARTS)[number];

/** Options in the address of the deliveries page, besides branch and days. */
export type DeliveryChoices = {
  part: Part;
  outcome: DeliveryOutcome | null;
  cause: DeliveryCause | null;
  q: string | null;
  /** Id of the expanded delivery. */
  delivery: string | null;
};

const MAX_ID_LENGTH = 60;

/** Parses the address; invalid values are omitted and reported. */
export function parseDeliveryQuery(
  query: URLSearchParams,
  { choices, problems: others }: PageQuery,
): { chosen: DeliveryChoices; problems: QueryProblem[] } {
  const problems = others.filter(({ parameter }) => OWN.has(parameter));
  const { among } = queryReader(query, problems);
  const part = among('part', PARTS) ?? 'received';
  const outcome = among('outcome', OUTCOMES);
  const cause = among('cause', CAUSES);
  const delivery = query.get('delivery');
  return {
    chosen: {
      part,
      outcome: part === 'unreadable' ? 'unreadable' : outcome,
      cause,
      q: choices.q,
      delivery: delivery && delivery.length <= MAX_ID_LENGTH && !delivery.includes('\0') ? delivery : null,
    },
    problems,
  };
}

/** Parameters that this page uses; errors in others are ignored. */
const OWN = new Set(['branch', 'period', 'first', 'last', 'q']);

/** Query for the API. `span` is null for no time limit. */
export function deliveryQuery(
  branch: number,
  { outcome, cause, q }: DeliveryChoices,
  span: Span | null,
): Record<string, string> {
  return Object.fromEntries(queryOf({ branch, outcome, cause, q, ...spanParameters(span) }));
}
