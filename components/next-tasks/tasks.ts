import type { RefusalList, SubscriptionList } from '../../contract/deliveries';
import type { Fleet } from '../../contract/screens';

/** What a manager can do something about now. */
export type Task =
  | { is: 'refused' | 'two-secrets'; subscription: string }
  | { is: 'silent' | 'blocked'; screens: string[] };

/** A screen that was away for longer is probably switched off. */
const AWAY_MS = 12 * 3_600_000;

export type TaskSource = {
  fleet: Fleet;
  /** Null for a manager who may not see every branch. */
  ofPos: { list: SubscriptionList; refusals: RefusalList } | null;
};

/** What needs somebody now, the most urgent first. `now` is server time, epoch ms. */
export function tasksOf({ fleet, ofPos }: TaskSource, now: number): Task[] {
  const subscriptions = ofPos?.list.subscriptions ?? [];
  const refused = subscriptions.filter(({ id, lastDeliveryAt }) =>
    ofPos?.refusals.refusals.some((one) => one.subscriptionId === id && one.lastAt > (lastDeliveryAt ?? '')),
  );
  const namesOf = (screens: Fleet['screens']) => screens.map(({ name }) => name);
  const devices = fleet.screens.filter(({ view }) => view !== 'api');
  const silent = devices.filter(
    ({ state, lastSeenAt }) =>
      state === 'silent' || (state === 'offline' && lastSeenAt !== null && now - Date.parse(lastSeenAt) < AWAY_MS),
  );
  const blocked = devices.filter(({ state, device }) => state === 'live' && device?.sound === 'blocked');
  return [
    ...refused.map(({ id }): Task => ({ is: 'refused', subscription: id })),
    ...(silent.length > 0 ? [{ is: 'silent' as const, screens: namesOf(silent) }] : []),
    ...(blocked.length > 0 ? [{ is: 'blocked' as const, screens: namesOf(blocked) }] : []),
    ...subscriptions
      .filter(({ secrets }) => secrets > 1)
      .map(({ id }): Task => ({ is: 'two-secrets', subscription: id })),
  ];
}
