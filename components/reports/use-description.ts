'use client';

import { useLocale, useTranslations } from 'use-intl';
import { LOCALES } from '../../lib/language';
import { daysTextIn } from '../manager/day-text';
import { hourSpan } from '../manager/page-query';
import type { Report } from './report';
import { useNames } from './use-names';

/** Describes a report: `Hot kitchen · dinner, 14–20 November 2026 · compared with the week before`. */
export function useDescription(): (report: Pick<Report, 'pageQuery' | 'compared'>) => string {
  const t = useTranslations('reports.description');
  const filter = useTranslations('manager.filter');
  const all = useTranslations('reports');
  const locale = LOCALES[useLocale()];
  const names = useNames();
  return ({ pageQuery: { branch, branches, choices, days, isAlways }, compared }) => {
    const { service, course, kind, table, late, state, guests, weekday, hour, nextDay, q } = choices;
    const known = (branch ? [branch] : branches)
      .flatMap(({ courses }) => courses)
      .find(({ number }) => String(number) === course);
    const filters = [
      service,
      course === null ? null : (known?.name ?? all('course', { number: course })),
      kind && t(`kind.${kind}`),
      table && t('table', { table }),
      guests === null ? null : t('guests', { count: guests }),
      weekday && names.weekday(weekday),
      hour === null ? null : t('hour', hourSpan(hour, nextDay, branch ?? branches[0])),
      late && t(late),
      state && t(`state.${state}`),
      q && filter('quoted', { text: q }),
      isAlways ? t('always') : daysTextIn(locale, days),
    ].filter((part): part is string => part !== null && part !== '');
    const parts = [
      branch ? names.branch(branch) : all('allBranches'),
      filters.join(', '),
      compared && t('compared', { name: names.against(compared) }),
    ];
    return parts.filter((part) => part).join(' · ');
  };
}
