'use client';

import { useLocale, useTranslations } from 'use-intl';
import type { GroupFigures } from '../../contract/reports';
import { LOCALES } from '../../lib/language';
import { useDayText, weekdayDay } from '../manager/day-text';
import type { ManagerBranch } from '../manager/manager-branch';
import { clockText } from '../time/clock-text';
import type { Compared } from './compared';
import type { GroupBy } from './report-choices';

/** Names of groups, in the page's language. */
export function useNames() {
  const t = useTranslations('reports');
  const _locale = LOCALES[useLocale()];
  const dayText = useDayText();
  const branch = ({ number, name }: Pick<ManagerBranch, 'number' | 'name'>) =>
    name ?? t('branch', { number: String(number) });
  const weekday = (iso: number, style: 'name' | 'shortName' = 'name') => dayText(weekdayDay(iso), style);
  return {
    branch,
    weekday,
    against(compared: Compared): string {
      if (compared.name === 'branch' && compared.branch) return branch(compared.branch);
      const name = t(`against.${nameOf(compared)}`);
      if (!compared.until) return name;
      return t('against.until', { name, time: clockText(compared.until.at, compared.until.timeZone, false) });
    },
    group(by: GroupBy, { key, label }: Pick<GroupFigures, 'key' | 'label'>): string {
      switch (by) {
        case 'day':
          return dayText(key, 'short');
        case 'hour':
          return `${clock(Number(key))}–${clock((Number(key) + 1) % 24)}`;
        case 'weekday':
          return weekday(Number(key));
        case 'kind':
          return t(`bars.kind.${key === 'cafeteria' ? 'cafeteria' : 'table'}`);
        case 'service':
          return key === 'none' ? t('bars.none.service') : label;
        case 'party':
          return key === 'none' ? t('bars.none.party') : t('bars.guests', { count: Number(key) });
        case 'branch':
          return label === key ? t('branch', { number: key }) : label;
        case 'course':
          return label === key ? t('course', { number: key }) : label;
      }
    },
  };
}

function nameOf({ name }: Compared) {
  return name === 'branch' ? 'period' : name;
}

function clock(hour: number): string {
  return `${String(hour).padStart(2, '0')}:00`;
}
