'use client';

import { useTranslations } from 'use-intl';
import type { SetUp } from '../../contract/set-up';
import { AddScreen } from '../screens/add-screen';

/** Pairs a screen by its code. */
export function ScreenStep({ setUp }: { setUp: SetUp }) {
  const t = useTranslations('setUp.screen');
  return (
    <div className="grid gap-4">
      <p className="max-w-prose text-pretty">{t('lead')}</p>
      <AddScreen branches={setUp.branches} code={null} origin={setUp.subscriptions.baseUrls[0] ?? ''} />
    </div>
  );
}
