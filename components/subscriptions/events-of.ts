import type { SubscriptionList } from '../../contract/subscriptions';

/** The events that the POS sends for a subscription: the one to which it is pinned, or all of the kitchen. */
export function eventsOf({ events, subscriptions }: SubscriptionList, id: string): readonly string[] {
  const event = subscriptions.find((subscription) => subscription.id === id)?.event ?? null;
  return event === null ? events : [event];
}
