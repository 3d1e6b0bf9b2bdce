'use client';

import { type ReactNode, useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { LEFT_OUT, ORDER_KINDS } from '../../contract/constants';
import { dayAfter, daysBeside, PERIODS, todayOf } from '../../domain/period';
import { DayField, SelectField, TextField } from '../ui/form';
import { BUTTON } from '../ui/sheet';
import { BranchField } from './branch-boxes';
import { useDayText } from './day-text';
import type { ManagerBranch } from './manager-branch';
import {
  type Change,
  type CourseChoices,
  LATENESS,
  lastDayOf,
  type PageQuery,
  SHARED_FILTERS,
  STATES,
} from './page-query';
import { useQueryNavigation } from './use-query-navigation';

const DAYS_BACK = [2, 3, 4, 5, 6, 7];
const OWN_DAYS = 'days';

type ArrowProps = { label: string; arrow: string; step: () => void; isDisabled?: boolean };

type FiltersProps = {
  label: string;
  /** Names of the active filter parameters. */
  active: readonly string[];
  isGoing: boolean;
  children: ReactNode;
};

type ClearProps = { names: readonly string[]; go: (change: Change) => void; children: string };

/** Parameters that together count as one filter. */
const ONE_CHOICE = [
  ['period', 'first', 'last'],
  ['of', 'atLeast', 'under'],
];

export type FilterField = 'service' | 'course' | 'table' | 'kind' | 'late' | 'state' | 'leftOut' | 'q';

type Props = {
  pageQuery: PageQuery;
  fields: readonly FilterField[];
  /** Rarely used fields: behind a button, unless one of them is in use. */
  more?: readonly FilterField[];
  /** Whether this page supports all branches together. */
  hasAll: boolean;
  /** Parameters that filter other pages but mean something else here: clearing the filters keeps them. */
  keeps?: readonly string[];
};

const ANY = '';

/** Options of a page, all of them in the address: branch, days and filters. */
export function FilterBar({ pageQuery, fields, more = [], hasAll, keeps = [] }: Props) {
  const t = useTranslations('manager.filter');
  const { go, query, isGoing } = useQueryNavigation();
  const { branch, branches, unlisted, choices } = pageQuery;
  const control = (field: FilterField) => <FilterControl key={field} field={field} pageQuery={pageQuery} go={go} />;
  const active = NARROWING.filter((name) => query.has(name) && !keeps.includes(name));

  return (
    <Filters
      label={t('label')}
      active={[...active.filter((name) => choices[name] !== null), ...PERIOD.filter((name) => query.has(name))]}
      isGoing={isGoing}
    >
      {branches.length > 1 && (
        <BranchField
          label={t('labels.branch')}
          value={branch ? String(branch.number) : 'all'}
          unlisted={unlisted}
          choose={(number) => go({ branch: number })}
          options={[
            ...branches.map((each) => ({
              value: String(each.number),
              label: nameOf(each, t('branch', { number: String(each.number) })),
            })),
            ...(hasAll && unlisted === 0 ? [{ value: 'all', label: t('allBranches') }] : []),
          ]}
        />
      )}
      <PeriodFields pageQuery={pageQuery} />
      {fields.map(control)}
      {more.length > 0 && (
        <details className="open:basis-full" open={more.some((field) => choices[field] !== null) || undefined}>
          <summary className={`${BUTTON} list-none`}>{t('more')}</summary>
          <div className="mt-3 flex flex-wrap items-end gap-3">{more.map(control)}</div>
        </details>
      )}
      <ClearFilters names={active} go={go}>
        {t('clear')}
      </ClearFilters>
    </Filters>
  );
}

type ControlProps = { field: FilterField; pageQuery: PageQuery; go: (change: Change) => void };

function FilterControl({ field, pageQuery, go }: ControlProps) {
  const t = useTranslations('manager.filter');
  const label = t(`labels.${field}`);
  const value = String(pageQuery.choices[field] ?? ANY);
  const choose = (chosen: string) => go({ [field]: chosen });
  if (field === 'table' || field === 'q') return <TextField label={label} value={value} choose={choose} />;
  const options = {
    service: () => servicesOf(pageQuery).map((name) => ({ value: name, label: name })),
    course: () => coursesOf(pageQuery),
    kind: () => ORDER_KINDS.map((kind) => ({ value: kind, label: t(`kind.${kind}`) })),
    late: () => LATENESS.map((late) => ({ value: late, label: t(`late.${late}`) })),
    state: () => STATES.map((state) => ({ value: state, label: t(`state.${state}`) })),
    leftOut: () => LEFT_OUT.map((why) => ({ value: why, label: t(`leftOut.${why}`) })),
  };
  const any = { value: ANY, label: t(`any.${field}`) };
  return <SelectField label={label} value={value} choose={choose} options={[any, ...options[field]()]} />;
}

const PERIOD = ['period', 'first', 'last'];

/** Filter parameters, which clearing removes. */
const NARROWING = [
  ...SHARED_FILTERS,
  'leftOut',
  'of',
  'atLeast',
  'under',
  'tickets',
] as const satisfies (keyof CourseChoices)[];

function nameOf(branch: ManagerBranch, otherwise: string): string {
  return branch.name ?? otherwise;
}

function servicesOf({ branch, branches }: PageQuery): string[] {
  const names = (branch ? [branch] : branches).flatMap(({ services }) => services.map(({ name }) => name));
  return names.filter((name, at) => names.findIndex((other) => other.toLowerCase() === name.toLowerCase()) === at);
}

/** Courses by number with their latest names. One that the address names is always included. */
function coursesOf({ branch, branches, choices }: PageQuery): { value: string; label: string }[] {
  const courses = new Map<string, string>();
  for (const { number, name, abbreviation } of (branch ? [branch] : branches).flatMap((each) => each.courses))
    if (!courses.has(String(number))) courses.set(String(number), name ?? abbreviation ?? String(number));
  const { course } = choices;
  if (course !== null && !courses.has(course)) courses.set(course, course);
  return [...courses].map(([value, label]) => ({ value, label }));
}

/** Filter fields of a page. A phone hides them behind one button that counts the active ones. */
export function Filters({ label, active, isGoing, children }: FiltersProps) {
  const t = useTranslations('manager.filter');
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <search
      className={`mb-6 transition-opacity print:hidden ${isGoing ? 'opacity-60' : ''}`}
      aria-label={label}
      aria-busy={isGoing}
    >
      <button
        type="button"
        className={`${BUTTON} sm:hidden`}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {t('fold', { count: countOf(active) })}
        <span aria-hidden="true" className={isOpen ? 'rotate-180' : ''}>
          ▾
        </span>
      </button>
      <div id={id} className={`flex-wrap items-end gap-3 sm:flex ${isOpen ? 'mt-3 flex' : 'hidden'}`}>
        {children}
      </div>
    </search>
  );
}

/** A button that removes these parameters from the address. There is none without any. */
export function ClearFilters({ names, go, children }: ClearProps) {
  if (names.length === 0) return null;
  return (
    <button
      type="button"
      className="min-h-11 px-2 text-text-quiet underline underline-offset-4 hover:text-text"
      onClick={() => go(Object.fromEntries(names.map((name) => [name, null])))}
    >
      {children}
    </button>
  );
}

function countOf(active: readonly string[]): number {
  return new Set(active.map((name) => ONE_CHOICE.find((names) => names.includes(name))?.[0] ?? name)).size;
}

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
