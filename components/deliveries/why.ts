'use client';

import { useTranslations } from 'use-intl';
import { isKitchenEvent, type ListedDelivery, UNREADABLE_CAUSES } from '../../contract/deliveries';
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

/** Advice for an unreadable delivery. */
export function adviceOf({ cause }: ListedDelivery): (typeof UNREADABLE_CAUSES)[number] | 'other' {
  return UNREADABLE_CAUSES.find((each) => each === cause) ?? 'other';
}
