'use client';

import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { dayAfter, daysBeside, PERIODS, todayOf } from '../../domain/period';
import { useDayText } from './day-text';
import { DayField, SelectField } from './fields';
import { BUTTON } from './page-head';
import { lastDayOf, type PageQuery } from './page-query';
import { useQueryNavigation } from './use-query-navigation';

const DAYS_BACK = [2, 3, 4, 5, 6, 7];
const OWN_DAYS = 'days';

/**
 * Fields for the days: a named period, one of the last days, or any days of the calendar; with buttons for earlier and
 * later.
 */
export function PeriodFields({ pageQuery }: { pageQuery: PageQuery }) {
  const t = useTranslations('manager.period');
  const dayText = useDayText();
  const { go } = useQueryNavigation();
  // Own days may be the same as a named day, so the address does not tell.
  const [isOwn, setOwn] = useState(false);
  const branch = pageQuery.branch ?? pageQuery.branches[0];
  if (!branch) return null;
  const today = todayOf(branch.now, branch);
  const { days, period, isAlways } = pageQuery;
  const last = lastDayOf(days);
  const backDays = DAYS_BACK.map((back) => dayAfter(today, -back));
  const isNamedDay = period === null && days.first === last && backDays.includes(last);
  const value = period ?? (isNamedDay && !isOwn ? last : OWN_DAYS);
  const turn = (step: -1 | 1) => {
    const beside = daysBeside(days, step);
    go({ first: beside.first, last: lastDayOf(beside) });
  };
  const goOwn = (own: { first: string; last: string }) => {
    setOwn(true);
    go(own);
  };
  const choose = (chosen: string) => {
    setOwn(chosen === OWN_DAYS);
    if (chosen === OWN_DAYS) go(isAlways ? { first: today, last: today } : { first: days.first, last });
    else if (backDays.includes(chosen)) go({ first: chosen, last: chosen });
    else go({ period: chosen });
  };

  return (
    <div className="flex flex-wrap items-end gap-2">
      <SelectField
        label={t('label')}
        value={value}
        choose={choose}
        options={[
          ...PERIODS.slice(0, 2).map((name) => ({ value: name, label: t(`names.${name}`) })),
          {
            label: t('days'),
            options: backDays.map((day) => ({ value: day, label: dayText(day, 'weekday') })),
          },
          {
            label: t('periods'),
            options: PERIODS.slice(2).map((name) => ({ value: name, label: t(`names.${name}`) })),
          },
          { value: OWN_DAYS, label: t('own') },
        ]}
      />
      {!isAlways && (
        <>
          <ArrowButton label={t('earlier')} arrow="‹" step={() => turn(-1)} />
          <ArrowButton label={t('later')} arrow="›" step={() => turn(1)} isDisabled={last >= today} />
        </>
      )}
      {value === OWN_DAYS && (
        <>
          <DayField
            label={t('first')}
            value={days.first}
            choose={(first) => goOwn({ first, last: first > last ? first : last })}
          />
          <DayField
            label={t('last')}
            value={last}
            choose={(chosen) => goOwn({ first: chosen < days.first ? chosen : days.first, last: chosen })}
          />
        </>
      )}
    </div>
  );
}

type ArrowProps = { label: string; arrow: string; step: () => void; isDisabled?: boolean };

function ArrowButton({ label, arrow, step, isDisabled = false }: ArrowProps) {
  return (
    <button
      type="button"
      className={`${BUTTON} min-w-11 justify-center`}
      onClick={step}
      disabled={isDisabled}
      aria-label={label}
    >
      <span aria-hidden="true">{arrow}</span>
    </button>
  );
}
