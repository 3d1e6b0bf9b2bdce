/** What the server says about itself to anybody who opens its address. Instants are epoch ms by the server's clock. */
export type Overview = {
  subscriptions: number;
  /** Those that may look: revoked ones do not count. */
  screens: number;
  lastDeliveryAt: number | null;
};

/** `overview` is null when the server runs but cannot read its database. */
export type Answer = { serverTime: number; overview: Overview | null };

/** Whether something that came over the network is an answer: a proxy in between may say 200 and send a page. */
export function isAnswer(value: unknown): value is Answer {
  if (!isRecord(value) || !Number.isFinite(value['serverTime'])) return false;
  const overview = value['overview'];
  if (overview === null) return true;
  return (
    isRecord(overview) &&
    Number.isFinite(overview['subscriptions']) &&
    Number.isFinite(overview['screens']) &&
    (overview['lastDeliveryAt'] === null || Number.isFinite(overview['lastDeliveryAt']))
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
