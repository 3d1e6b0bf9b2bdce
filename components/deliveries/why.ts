'use client';

import { useTranslations } from 'use-intl';
import type { ListedDelivery } from '../../contract/deliveries';
import { useCourseName, usePlaceName } from '../ticket/place';

/** Says why a delivery came to its outcome; null where there is nothing more to say. */
export function useWhy(): (delivery: ListedDelivery) => string | null {
  const words = useTranslations('journal.cause');
  return ({ cause, reason }) => (cause ? words(cause) : reason === null ? null : words('other'));
}

/** Says what a delivery told: of which table, which course; null where it told of none. */
export function useToldText(): (delivery: ListedDelivery) => { place: string; course: string; step: string } | null {
  const words = useTranslations('journal.event');
  const placeName = usePlaceName();
  const courseName = useCourseName();
  return ({ told }) => {
    if (!told) return null;
    const { order, table, course, event } = told;
    const placed = { table, ticketNumber: order.ticketNumber, orderNumber: order.number };
    return {
      place: placeName(placed),
      course: courseName({ ...course, sequence: null }),
      step: isKitchenEvent(event) ? words(event) : event,
    };
  };
}

const KITCHEN_EVENTS = ['kitchenStartCourse', 'kitchenCompleteCourse', 'kitchenServeCourse'] as const;

function isKitchenEvent(event: string): event is (typeof KITCHEN_EVENTS)[number] {
  return (KITCHEN_EVENTS as readonly string[]).includes(event);
}

/** What could not be read has a remedy by its cause. */
const REMEDIED = ['content-type', 'not-json', 'no-details', 'no-order', 'member', 'not-stored', 'read-before'] as const;
type Remedied = (typeof REMEDIED)[number];

/** What to do about a delivery that could not be read. */
export function adviceOf({ cause }: ListedDelivery): Remedied | 'other' {
  return REMEDIED.find((each) => each === cause) ?? 'other';
}
