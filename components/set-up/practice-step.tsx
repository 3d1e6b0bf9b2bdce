'use client';

import { useTranslations } from 'use-intl';
import type { SetUp } from '../../contract/set-up';
import { PracticePart } from '../practice/practice-part';

/** Practises a service on the screens that are paired now. */
export function PracticeStep({ setUp: { branches, screens } }: { setUp: SetUp }) {
  const t = useTranslations('practiceService');
  const shown = branches.filter(({ number }) =>
    screens.some((screen) => screen.view !== 'api' && screen.branches.includes(number)),
  );
  if (shown.length === 0) return <p className="max-w-prose text-pretty">{t('noScreen')}</p>;
  return (
    <div className="grid gap-4">
      <p className="max-w-prose text-pretty">{t('lead')}</p>
      <PracticePart branches={shown} unlisted={0} />
    </div>
  );
}
