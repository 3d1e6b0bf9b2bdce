'use client';

import { useTranslations } from 'use-intl';
import { SelectField } from '../manager/fields';
import { useQueryNavigation } from '../manager/use-query-navigation';
import type { Report } from './report';
import { againstText } from './report-choices';
import { useNames } from './use-names';

const USUAL = 'before';

/** Field for the comparison of the report. */
export function CompareField({ report: { pageQuery, chosen } }: { report: Report }) {
  const t = useTranslations('reports.compare');
  const names = useNames();
  const { go } = useQueryNavigation();
  const others =
    pageQuery.branch === null ? [] : pageQuery.branches.filter(({ number }) => number !== pageQuery.branch?.number);
  return (
    <SelectField
      label={t('label')}
      value={againstText(chosen.against) ?? USUAL}
      choose={(against) => go({ against: against === USUAL ? null : against })}
      options={[
        { value: USUAL, label: t('before') },
        { value: 'year', label: t('year') },
        ...others.map((branch) => ({
          value: `branch:${branch.number}`,
          label: t('branch', { branch: names.branch(branch) }),
        })),
        { value: 'none', label: t('none') },
      ]}
    />
  );
}
