'use client';

import { useLocale, useTranslations } from 'use-intl';
import type { NewestDelivery, SetUp } from '../../contract/set-up';
import { LANGUAGE_NAMES } from '../../lib/language';
import { namesText } from '../manager/names-text';
import { useCourseName, usePlaceName } from '../ticket/place';
import { useWhen } from '../time/use-when';
import { isDone, type Step } from './steps';

/** Returns a function that says in a line what is set in a step; null while nothing is. */
export function useSummary(setUp: SetUp, now: number): (step: Step) => string | null {
  const t = useTranslations('setUp');
  const language = useLocale();
  const deliveryText = useDeliveryText();
  const when = useWhen(setUp.branches[0]?.timeZone ?? 'UTC');
  return (step) => {
    const { branches, screens, newest } = setUp;
    switch (step) {
      case 'language':
        return LANGUAGE_NAMES[language];
      case 'branch':
        return (
          namesText(branches.map(({ name, number }) => name ?? t('branch.unnamed', { number: String(number) }))) || null
        );
      case 'pos':
        if (newest === null || !isDone(setUp, 'pos')) return null;
        return t('pos.newest', { when: when(Date.parse(newest.receivedAt), now), what: deliveryText(newest) });
      case 'screen':
        return namesText(screens.flatMap(({ view, name }) => (view === 'api' ? [] : [name]))) || null;
      case 'test':
      case 'practice':
        return null;
    }
  };
}

/** Returns a function that names a delivery: `Table 12 · Mains`. */
function useDeliveryText(): (delivery: NewestDelivery) => string {
  const placeName = usePlaceName();
  const courseName = useCourseName();
  return ({ table, ticketNumber, course, event }) => {
    if (course === null) return event;
    const place = placeName({
      table: table && { ...table, name: null, guests: null },
      ticketNumber,
      orderNumber: null,
    });
    return `${place} · ${courseName({ ...course, sequence: null })}`;
  };
}
