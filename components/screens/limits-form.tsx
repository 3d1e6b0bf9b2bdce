'use client';

import { useId } from 'react';
import { useTranslations } from 'use-intl';
import { SCREEN_LIMITS, type ScreenLimits } from '../../contract/live';
import type { FleetScreen } from '../../contract/screens';
import { SETTINGS } from '../../contract/settings';
import { submitHandler } from '../form/use-form';
import { SaveOrCancel } from '../manager/save-or-cancel';

type Props = {
  screen: FleetScreen;
  isBusy: boolean;
  save: (limits: ScreenLimits) => void;
  cancel: () => void;
};

/** The limits of one screen. An empty field stands for the limit of its branch. */
export function LimitsForm({ screen, isBusy, save, cancel }: Props) {
  const t = useTranslations('screens.limits');
  const keys = useTranslations('settings.keys');
  const id = useId();
  const onSubmit = submitHandler(({ text }) => {
    const typed = SCREEN_LIMITS.map((key) => [key, text(key)] as const);
    const own = typed.filter(([, value]) => value !== '').map(([key, value]) => [key, Number(value)] as const);
    if (!isBusy) save(Object.fromEntries(own));
  });
  return (
    <form onSubmit={onSubmit} className="grid grid-cols-1 gap-4 rounded-lg bg-shade p-4">
      <p className="max-w-prose text-pretty">{t('lead', { name: screen.name })}</p>
      <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
        {SCREEN_LIMITS.map((key) => (
          <p key={key} className="grid content-end gap-1">
            <label htmlFor={`${id}-${key}`} className="text-sm">
              {keys(`${key}.label`)} <span className="text-text-quiet">({t(SETTINGS[key].unit)})</span>
            </label>
            <input
              id={`${id}-${key}`}
              name={key}
              type="number"
              inputMode="decimal"
              step="any"
              min={SETTINGS[key].least}
              max={SETTINGS[key].most}
              defaultValue={screen.limits?.[key] ?? ''}
              placeholder={t('asBranch')}
              className="min-h-11 rounded-lg border border-text-quiet bg-sheet px-3 placeholder:text-text-quiet"
            />
          </p>
        ))}
      </div>
      <SaveOrCancel save={t('save')} keep={t('cancel')} isOff={isBusy} cancel={cancel} />
    </form>
  );
}
