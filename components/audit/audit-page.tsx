'use client';

import { useTranslations } from 'use-intl';
import type { AuditEntry, AuditValues } from '../../contract/audit';
import { AUDIT_KINDS, ROLES, SCREEN_VIEWS } from '../../contract/constants';
import { Pages } from '../history/list-table';
import { ClearFilters, Filters, PeriodFields } from '../manager/filter-bar';
import { addressOf, type PageQuery } from '../manager/page-query';
import { useQueryNavigation } from '../manager/use-query-navigation';
import { useMoment } from '../time/when';
import { SelectField } from '../ui/form';
import { Empty, PageHead } from '../ui/sheet';
import { AUDIT, type AuditChoices, BY_COMMAND } from './audit-choices';

type AuditFilterProps = { pageQuery: PageQuery; choices: AuditChoices; names: readonly string[] };

type Props = {
  pageQuery: PageQuery;
  choices: AuditChoices;
  /** Names of those who are in the log. */
  names: readonly string[];
  /** Newest first. */
  entries: readonly AuditEntry[];
  next: { id: number } | null;
  /** This is not the beginning of the list. */
  isFurther: boolean;
  /** Server time, epoch ms. */
  now: number;
  timeZone: string;
};

/** Who signed in, who saw names of guests, and who changed what. */
export function AuditPage({ pageQuery, choices, names, entries, next, isFurther, now, timeZone }: Props) {
  const t = useTranslations('audit');
  const { query } = useQueryNavigation();
  return (
    <>
      <PageHead title={t('title')} lead={t('lead')} />
      <AuditFilter pageQuery={pageQuery} choices={choices} names={names} />
      {entries.length === 0 ? (
        <Empty title={t('empty')}>{t('emptyAbout')}</Empty>
      ) : (
        <ol aria-label={t('list')} className="overflow-hidden rounded-xl border border-line bg-sheet">
          {entries.map((entry) => (
            <AuditRow key={entry.id} entry={entry} now={now} timeZone={timeZone} />
          ))}
        </ol>
      )}
      <Pages
        back={isFurther ? { href: addressOf(AUDIT, query, {}), label: t('newest') } : null}
        next={next && { href: addressOf(AUDIT, query, { cursor: next.id }), label: t('older') }}
      />
    </>
  );
}

/** Filters of the list: days, kind and author. All of them are in the address. */
function AuditFilter({ pageQuery, choices, names }: AuditFilterProps) {
  const t = useTranslations('audit');
  const { go, query, isGoing } = useQueryNavigation();
  const active = ['kind', 'by', 'period', 'first', 'last'].filter((name) => query.has(name));
  const { by } = choices;
  const known = by === null || by === '' || names.includes(by) ? names : [by, ...names];
  return (
    <Filters label={t('filter.label')} active={active} isGoing={isGoing}>
      <PeriodFields pageQuery={pageQuery} />
      <SelectField
        label={t('filter.kind')}
        value={choices.kind ?? ''}
        choose={(kind) => go({ kind })}
        options={[
          { value: '', label: t('filter.anyKind') },
          ...AUDIT_KINDS.map((kind) => ({ value: kind, label: t(`kinds.${kind}`) })),
        ]}
      />
      <SelectField
        label={t('filter.by')}
        value={by === '' ? BY_COMMAND : (by ?? '')}
        choose={(name) => go({ by: name })}
        options={[
          { value: '', label: t('filter.anybody') },
          { value: BY_COMMAND, label: t('commandLine') },
          ...known.map((name) => ({ value: name, label: name })),
        ]}
      />
      <ClearFilters names={active} go={go}>
        {t('filter.clear')}
      </ClearFilters>
    </Filters>
  );
}

type AuditRowProps = {
  entry: AuditEntry;
  /** Server time, epoch ms. */
  now: number;
  timeZone: string;
};

/** One entry: what happened, to what, who did it, how and when. */
export function AuditRow({ entry, now, timeZone }: AuditRowProps) {
  const t = useTranslations('audit');
  const moment = useMoment(timeZone);
  const { action, kind, subject, branch, course, by, via, address, query, count } = entry;
  const momentOf = (at: string) => moment(Date.parse(at), now);
  const about = [
    subject,
    branch === null ? null : t('branch', { number: String(branch) }),
    course === null ? null : t('course', { number: String(course) }),
  ].filter((part) => part !== null);
  const who = by ?? t(via === 'command-line' ? 'commandLine' : 'unknown');
  const how = [via === 'command-line' && by === null ? null : t(`via.${via}`), address].filter((part) => part !== null);
  const tone = kind === 'failed-sign-in' ? 'text-trouble' : '';
  return (
    <li className="grid gap-x-6 gap-y-0.5 border-line border-t px-4 py-3 first:border-t-0 sm:grid-cols-[minmax(0,1fr)_15rem] lg:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="min-w-0">
        <p className="wrap-anywhere">
          <span className={`font-semibold ${tone}`}>{t(`actions.${action}`)}</span>
          {about.length > 0 && <> · {about.join(' · ')}</>}
          {count > 1 && <span className="text-text-quiet"> · {t('times', { count })}</span>}
        </p>
        <Change before={entry.before} after={entry.after} momentOf={momentOf} />
        {query !== null && <p className="wrap-anywhere text-sm text-text-quiet">{readable(query, momentOf)}</p>}
      </div>
      <div className="min-w-0 sm:text-right">
        <p className="wrap-anywhere font-semibold">{who}</p>
        <p className="text-sm text-text-quiet">{[momentOf(entry.lastAt), ...how].join(' · ')}</p>
      </div>
    </li>
  );
}

type ChangeProps = Pick<AuditEntry, 'before' | 'after'> & { momentOf: (at: string) => string };

/** The members that differ, before and after. */
function Change({ before, after, momentOf }: ChangeProps) {
  const t = useTranslations('audit');
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  const changes = names.flatMap((name) => {
    const inWords = (text: string | null) => {
      if (name === 'oldUntil') return text && momentOf(text);
      return (name === 'role' || name === 'view') && isNamed(text) ? t(`values.${text}`) : text;
    };
    const [old, now] = [inWords(textOf(before, name)), inWords(textOf(after, name))];
    if (old === now) return [];
    // The names of settings are the same in every language.
    const nameOf = () => (isLabelled(name) ? t(`members.${name}`) : name);
    const label = (value: string) => (name === 'value' ? value : t('member', { name: nameOf(), value }));
    // Without an arrow where something was added or removed; a setting always has one, from or to nothing.
    if (name !== 'value' && (before === null || after === null)) return [label(now ?? old ?? '')];
    return [label(`${old ?? t('nothing')} → ${now ?? t('nothing')}`)];
  });
  return changes.length === 0 ? null : <p className="wrap-anywhere text-sm">{changes.join(' · ')}</p>;
}

const LABELLED = [
  'id',
  'name',
  'role',
  'view',
  'branches',
  'event',
  'timeZone',
  'cutOff',
  'sessions',
  'oldUntil',
  'speed',
  'visits',
  'bodies',
] as const;

function isLabelled(name: string): name is (typeof LABELLED)[number] {
  return LABELLED.some((each) => each === name);
}

/** Roles and views. */
const NAMED = [...ROLES, ...SCREEN_VIEWS];

function isNamed(text: string | null): text is (typeof NAMED)[number] {
  return NAMED.some((each) => each === text);
}

function textOf(values: AuditValues | null, name: string): string | null {
  const value = values?.[name];
  if (value === undefined || value === null || value === '') return null;
  return Array.isArray(value) ? value.join(', ') : String(value);
}

/** The query of a view. Programs give a period as instants. */
function readable(query: string, momentOf: (at: string) => string): string {
  const inWords = (name: string, value: string) =>
    (name === 'from' || name === 'to') && !Number.isNaN(Date.parse(value)) ? momentOf(value) : value;
  return [...new URLSearchParams(query)].map(([name, value]) => `${name}=${inWords(name, value)}`).join(' ');
}
