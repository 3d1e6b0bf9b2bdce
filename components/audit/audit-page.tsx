'use client';

import { useTranslations } from 'use-intl';
import type { AuditEntry } from '../../contract/audit';
import { AUDIT_KINDS } from '../../contract/constants';
import { Pages } from '../history/list-table';
import { ClearFilters, Filters, PeriodFields } from '../manager/filter-bar';
import { addressOf, type PageQuery } from '../manager/page-query';
import { useQueryNavigation } from '../manager/use-query-navigation';
import { SelectField } from '../ui/form';
import { Empty, PageHead } from '../ui/sheet';
import { AUDIT, type AuditChoices, BY_COMMAND } from './audit-choices';
import { AuditRow } from './audit-row';

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
