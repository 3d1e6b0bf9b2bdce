'use client';

import { useTranslations } from 'use-intl';
import type { AuditEntry, AuditValues } from '../../contract/audit';
import { ROLES, SCREEN_VIEWS } from '../../contract/constants';
import { useMoment } from '../time/when';

type Props = {
  entry: AuditEntry;
  /** Server time, epoch ms. */
  now: number;
  timeZone: string;
};

/** One entry: what happened, to what, who did it, how and when. */
export function AuditRow({ entry, now, timeZone }: Props) {
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
