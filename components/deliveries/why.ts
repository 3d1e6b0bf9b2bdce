'use client';

import { useTranslations } from 'use-intl';
import type { ListedDelivery } from '../../contract/deliveries';
import { useCourseName, usePlaceName } from '../ticket/place';

/** Returns a function that explains the outcome of a delivery; null if there is nothing to add. */
export function useWhy(): (delivery: ListedDelivery) => string | null {
  const t = useTranslations('deliveries.cause');
  return ({ cause, reason }) => (cause ? t(cause) : reason === null ? null : t('other'));
}

/** Returns a function that describes the table, course and step of a delivery; null without them. */
export function useEventText(): (delivery: ListedDelivery) => { place: string; course: string; step: string } | null {
  const t = useTranslations('deliveries.event');
  const placeName = usePlaceName();
  const courseName = useCourseName();
  return ({ told }) => {
    if (!told) return null;
    const { order, table, course, event } = told;
    const placed = { table, ticketNumber: order.ticketNumber, orderNumber: order.number };
    return {
      place: placeName(placed),
      course: courseName({ ...course, sequence: null }),
      step: isKitchenEvent(event) ? t(event) : event,
    };
  };
}

const KITCHEN_EVENTS = ['kitchenStartCourse', 'kitchenCompleteCourse', 'kitchenServeCourse'] as const;

function isKitchenEvent(event: string): event is (typeof KITCHEN_EVENTS)[number] {
  return (KITCHEN_EVENTS as readonly string[]).includes(event);
}

/** Causes of unreadable deliveries that have specific advice. */
const REMEDIED = [
  'content-type',
  'not-json',
  'no-details',
  'no-order',
  'member',
  'dated-ahead',
  'other-branch',
  'not-stored',
  'read-before',
] as const;
type Remedied = (typeof REMEDIED)[number];

/** Advice for an unreadable delivery. */
export function adviceOf({ cause }: ListedDelivery): Remedied | 'other' {
  return REMEDIED.find((each) => each === cause) ?? 'other';
}
