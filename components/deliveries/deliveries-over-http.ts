import type {
  DeliveryCounts,
  DeliveryList,
  ListedDelivery,
  RefusalList,
  ReplayResult,
} from '../../contract/deliveries';

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

/** Null if there is no usable answer. Redirects to the sign-in page after 401. */
async function ask<Answer>(
  address: string,
  isAnswer: (said: object) => boolean,
  method = 'GET',
  patienceMs = PATIENCE_MS,
): Promise<TimedAnswer<Answer> | null> {
  try {
    const response = await fetch(address, { method, cache: 'no-store', signal: AbortSignal.timeout(patienceMs) });
    if (response.status === 401) {
      const here = `${window.location.pathname}${window.location.search}`;
      window.location.assign(`/login?${new URLSearchParams({ next: here })}`);
    }
    const said: unknown = response.ok ? await response.json() : null;
    const at = Date.parse(response.headers.get('date') ?? '');
    return typeof said === 'object' && said !== null && isAnswer(said) && !Number.isNaN(at)
      ? { answer: said as Answer, at }
      : null;
  } catch {
    return null; // the age of the shown data reveals the failure
  }
}

const has = (member: string) => (said: object) => member in said;
const isPage = (said: object) =>
  'deliveries' in said && Array.isArray(said.deliveries) && 'gaps' in said && 'nextCursor' in said;
const isReplay = (said: object) => 'deliveries' in said && 'nextCursor' in said && 'applied' in said;
