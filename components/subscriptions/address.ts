export const SUBSCRIPTIONS = '/manager/subscriptions';
