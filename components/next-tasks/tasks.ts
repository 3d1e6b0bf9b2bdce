import type { RefusalList } from '../../contract/deliveries';
import type { Fleet } from '../../contract/screens';
import type { SubscriptionList } from '../../contract/subscriptions';

/** What a manager can do something about now. */
export type Task =
  | { is: 'refused' | 'two-secrets'; subscription: string }
  /** `branch`: of the newest one; null if it is of none. */
  | { is: 'unreadable'; branch: number | null }
  | { is: 'silent' | 'offline' | 'blocked'; screens: string[] };

/** A screen that was away for longer is probably switched off. */
const AWAY_MS = 12 * 3_600_000;

export type TaskSource = {
  fleet: Fleet;
  /** Null for a manager who may not see every branch. */
  ofPos: { list: SubscriptionList; refusals: RefusalList } | null;
  /** The newest delivery of the last day that could not be read, when the page was rendered; null without one. */
  unreadable: { branch: number | null } | null;
};

/** What needs somebody now, the most urgent first. `now` is server time, epoch ms. */
export function tasksOf({ fleet, ofPos, unreadable }: TaskSource, now: number): Task[] {
  const subscriptions = ofPos?.list.subscriptions ?? [];
  const refused = subscriptions.filter(({ id, lastDeliveryAt }) =>
    ofPos?.refusals.refusals.some((one) => one.subscriptionId === id && one.lastAt > (lastDeliveryAt ?? '')),
  );
  const namesOf = (screens: Fleet['screens']) => screens.map(({ name }) => name);
  const devices = fleet.screens.filter(({ view }) => view !== 'api');
  const ofScreens = {
    silent: devices.filter(({ state }) => state === 'silent'),
    offline: devices.filter(
      ({ state, lastSeenAt }) => state === 'offline' && lastSeenAt !== null && now - Date.parse(lastSeenAt) < AWAY_MS,
    ),
    blocked: devices.filter(({ state, device }) => state === 'live' && device?.sound === 'blocked'),
  };
  const kinds = ['silent', 'offline', 'blocked'] as const;
  return [
    ...refused.map(({ id }): Task => ({ is: 'refused', subscription: id })),
    ...(unreadable ? [{ is: 'unreadable', branch: unreadable.branch } as const] : []),
    ...kinds.filter((is) => ofScreens[is].length > 0).map((is): Task => ({ is, screens: namesOf(ofScreens[is]) })),
    ...subscriptions
      .filter(({ secrets }) => secrets > 1)
      .map(({ id }): Task => ({ is: 'two-secrets', subscription: id })),
  ];
}
