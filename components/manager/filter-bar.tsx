'use client';

import { useTranslations } from 'use-intl';
import { ORDER_KINDS } from '../../contract/live';
import { LEFT_OUT } from '../../contract/reports';
import { BranchField } from './branch-field';
import { SelectField, TextField } from './fields';
import { ClearFilters, Filters } from './filters';
import type { ManagerBranch } from './manager-branch';
import { BUTTON } from './page-head';
import { type Change, type CourseChoices, LATENESS, type PageQuery, SHARED_FILTERS, STATES } from './page-query';
import { PeriodFields } from './period-fields';
import { useQueryNavigation } from './use-query-navigation';

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
