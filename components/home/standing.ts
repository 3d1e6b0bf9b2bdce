import type { Overview } from '../../contract/overview';

/** Depends on the age of the last answer, not on failed requests: a server that hangs does not fail. */
export type Link = 'live' | 'slow' | 'lost';

const SLOW_MS = 6_000;
const LOST_MS = 15_000;

/** Longer than any quiet period of an open kitchen. Also true every night, so the message is no alarm. */
export const QUIET_MS = 30 * 60_000;

/** State of the installation: the first missing step, or how it runs. */
export type Standing =
  | { is: 'unreadable' }
  | { is: 'no-subscription' }
  | { is: 'nothing-arrived' }
  | { is: 'no-screen'; lastDeliveryAt: number }
  | { is: 'quiet'; lastDeliveryAt: number }
  | { is: 'running'; lastDeliveryAt: number };

/** @param now epoch ms by the server's clock */
export function standingOf(overview: Overview | null, now: number): Standing {
  if (overview === null) return { is: 'unreadable' };
  const { subscriptions, screens, lastDeliveryAt } = overview;
  if (subscriptions === 0) return { is: 'no-subscription' };
  if (lastDeliveryAt === null) return { is: 'nothing-arrived' };
  if (screens === 0) return { is: 'no-screen', lastDeliveryAt };
  return now - lastDeliveryAt < QUIET_MS ? { is: 'running', lastDeliveryAt } : { is: 'quiet', lastDeliveryAt };
}

export type Step = 'subscription' | 'delivery' | 'screen';
export type StepMark = 'done' | 'next' | 'later';

/** Steps from an empty server to a working wall. Exactly one step is next until all are done. */
export function stepMarks({ subscriptions, screens, lastDeliveryAt }: Overview): Record<Step, StepMark> {
  const done: Record<Step, boolean> = {
    subscription: subscriptions > 0,
    delivery: lastDeliveryAt !== null,
    screen: screens > 0,
  };
  const next = (['subscription', 'delivery', 'screen'] as const).find((step) => !done[step]);
  const markOf = (step: Step): StepMark => (done[step] ? 'done' : step === next ? 'next' : 'later');
  return { subscription: markOf('subscription'), delivery: markOf('delivery'), screen: markOf('screen') };
}

export function linkOf(silentMs: number): Link {
  if (silentMs >= LOST_MS) return 'lost';
  return silentMs >= SLOW_MS ? 'slow' : 'live';
}
