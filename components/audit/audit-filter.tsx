'use client';

import { useTranslations } from 'use-intl';
import { AUDIT_KINDS } from '../../contract/audit';
import { SelectField } from '../manager/fields';
import { ClearFilters, Filters } from '../manager/filters';
import type { PageQuery } from '../manager/page-query';
import { PeriodFields } from '../manager/period-fields';
import { useQueryNavigation } from '../manager/use-query-navigation';
import { type AuditChoices, BY_COMMAND } from './audit-choices';

type Props = { pageQuery: PageQuery; choices: AuditChoices; names: readonly string[] };

/** Filters of the list: days, kind and author. All of them are in the address. */
export function AuditFilter({ pageQuery, choices, names }: Props) {
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
