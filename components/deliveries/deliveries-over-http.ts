import type {
  DeliveryCounts,
  DeliveryList,
  ListedDelivery,
  RefusalList,
  ReplayResult,
  SubscriptionList,
} from '../../contract/deliveries';
import { fetchAsManager, objectIn } from '../manager/fetch-as-manager';

const PATIENCE_MS = 4_000;
/** A search, or a replay of many deliveries, may take longer. */
const LONG_PATIENCE_MS = 20_000;

/** An answer and its time: epoch ms by the server's clock. */
export type TimedAnswer<Answer> = { answer: Answer; at: number };

export function deliveriesOverHttp(query: Record<string, string>): Promise<TimedAnswer<DeliveryList> | null> {
  return ask<DeliveryList>(`/api/v1/deliveries?${new URLSearchParams(query)}`, isPage, 'GET', LONG_PATIENCE_MS);
}

export function deliveryOverHttp(id: string): Promise<TimedAnswer<ListedDelivery> | null> {
  return ask<ListedDelivery>(`/api/v1/deliveries/${encodeURIComponent(id)}`, has('bodySha256'));
}

export function countsOverHttp(branch: string): Promise<TimedAnswer<DeliveryCounts> | null> {
  return ask<DeliveryCounts>(`/api/v1/deliveries/counts?${new URLSearchParams({ branch })}`, has('lastDay'));
}

export function refusalsOverHttp(): Promise<TimedAnswer<RefusalList> | null> {
  return ask<RefusalList>('/api/v1/refusals', has('refusals'));
}

export function subscriptionsOverHttp(): Promise<TimedAnswer<SubscriptionList> | null> {
  return ask<SubscriptionList>('/api/v1/subscriptions', has('subscriptions'));
}

export function replayOneOverHttp(id: string): Promise<TimedAnswer<Pick<ReplayResult, 'applied'>> | null> {
  return ask(`/api/v1/deliveries/${encodeURIComponent(id)}/replay`, has('applied'), 'POST', LONG_PATIENCE_MS);
}

export function replayUnreadableOverHttp(
  branch: number,
  cursor: string | null,
): Promise<TimedAnswer<ReplayResult> | null> {
  const query = new URLSearchParams({ branch: String(branch), ...(cursor === null ? {} : { cursor }) });
  return ask<ReplayResult>(`/api/v1/deliveries/unreadable/replay?${query}`, isReplay, 'POST', LONG_PATIENCE_MS);
}

/** Null if there is no usable answer: the age of the shown data then reveals the failure. */
async function ask<Answer>(
  path: string,
  isAnswer: (body: object) => boolean,
  method = 'GET',
  patienceMs = PATIENCE_MS,
): Promise<TimedAnswer<Answer> | null> {
  const response = await fetchAsManager(path, { method, patienceMs });
  const body = await objectIn(response);
  const at = Date.parse(response?.headers.get('date') ?? '');
  return body && isAnswer(body) && !Number.isNaN(at) ? { answer: body as Answer, at } : null;
}

const has = (member: string) => (body: object) => member in body;
const isPage = (body: object) =>
  'deliveries' in body && Array.isArray(body.deliveries) && 'gaps' in body && 'nextCursor' in body;
const isReplay = (body: object) => 'deliveries' in body && 'nextCursor' in body && 'applied' in body;
