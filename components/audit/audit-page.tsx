'use client';

import { useTranslations } from 'use-intl';
import type { AuditEntry } from '../../contract/audit';
import { Pages } from '../history/pages';
import { Empty } from '../manager/empty';
import { PageHead } from '../manager/page-head';
import { addressOf, type PageQuery } from '../manager/page-query';
import { useQueryNavigation } from '../manager/use-query-navigation';
import { AUDIT, type AuditChoices } from './audit-choices';
import { AuditFilter } from './audit-filter';
import { AuditRow } from './audit-row';

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
