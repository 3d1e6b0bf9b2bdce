'use client';

import { useTranslations } from 'use-intl';
import { useSettingsPage } from './settings-context';

/** What finished courses reveal about the unit of the POS's preparation times (domain/SPEC.md, F12). */
export function UnitEvidence() {
  const t = useTranslations('settings.unit');
  const units = useTranslations('settings.values.posTimeUnit');
  const { found } = useSettingsPage();
  if (!found.branch) return <p className="text-text-quiet">{t('perBranch')}</p>;
  const { votes, agreed, inForce } = found.branch.unit;
  const isDoubted = agreed !== null && inForce !== null && agreed !== inForce;
  return (
    <p className={isDoubted ? 'font-semibold text-trouble' : 'text-text-quiet'}>
      {t('votes', votes)}{' '}
      {isDoubted
        ? t('differs', { unit: units(inForce), agreed: units(agreed) })
        : agreed
          ? t('agreed', { unit: units(agreed) })
          : t('unknown')}
    </p>
  );
}
