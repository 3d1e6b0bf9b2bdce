/** A posted delivery and the status of the response; null without a response. */
export type Posted = { path: string; body: string; status: number | null };

/** Whether the server has promised to keep the delivery: 400 acknowledges a body that it stores but cannot apply. */
export function isAcknowledged({ status }: Posted): boolean {
  return status === 200 || status === 400;
}

/** Numbers of deliveries, and violations as sentences. */
export type Comparison = {
  acknowledged: number;
  /** Acknowledged deliveries that are not stored. */
  lost: number;
  /** Deliveries that are stored more often than they were posted. */
  duplicated: number;
  violations: string[];
};

/**
 * Compares stored deliveries with posted ones, by event and body: each must be stored at least as often as it was
 * acknowledged, and at most as often as it was posted.
 */
export function compareDeliveries(
  stored: readonly { pathEvent: string; body: string }[],
  posted: readonly Posted[],
): Comparison {
  const rows = countEach(stored.map(storedKey));
  const sent = countEach(posted.map(postedKey));
  const acknowledged = posted.filter(isAcknowledged);
  const missing = [...countEach(acknowledged.map(postedKey))].map(([key, times]) => times - (rows.get(key) ?? 0));
  const extra = [...rows].map(([key, times]) => times - (sent.get(key) ?? 0));
  const [lost, duplicated] = [sumOfPositive(missing), sumOfPositive(extra)];
  return {
    acknowledged: acknowledged.length,
    lost,
    duplicated,
    violations: [
      ...(lost > 0 ? [`${lost} acknowledged deliveries are not stored`] : []),
      ...(duplicated > 0 ? [`${duplicated} deliveries are stored more often than they were posted`] : []),
    ],
  };
}

/** The event and the body of a stored delivery. */
export function storedKey({ pathEvent, body }: { pathEvent: string; body: string }): string {
  return `${pathEvent} ${body}`;
}

/** The event and the body of a posted delivery. */
export function postedKey({ path, body }: Pick<Posted, 'path' | 'body'>): string {
  return `${path.replace('/webhooks/', '')} ${body}`;
}

/** How often each name occurs. */
export function countEach(names: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

function sumOfPositive(values: readonly number[]): number {
  return values.reduce((total, value) => total + Math.max(0, value), 0);
}
