'use client';

import { useTranslations } from 'use-intl';
import type { Chosen } from '../screen/chosen';
import { PickField } from '../screen/fields';
import type { ReadyOptions } from './ready-options';

const ESCALATES = ['off', '1', '2', '3', '5', '10'];
const CHECKS = ['off', '3', '5', '8', '10', '15'];

/** Options of this page beyond those of every screen. */
export function ReadyMenu({ chosen }: { chosen: Chosen<ReadyOptions> }) {
  const t = useTranslations('readyMenu');
  const labelOf = (minutes: string) => (minutes === 'off' ? t('off') : t('minutes', { minutes }));
  return (
    <>
      <PickField
        chosen={chosen}
        name="escalate"
        label={t('escalate')}
        values={withChosen(ESCALATES, chosen.text('escalate'))}
        labelOf={labelOf}
      />
      <PickField
        chosen={chosen}
        name="checkback"
        label={t('checkback')}
        values={withChosen(CHECKS, chosen.text('checkback'))}
        labelOf={labelOf}
      />
    </>
  );
}

/** Adds the current value if the address holds one that is not offered. */
function withChosen(values: string[], chosen: string): string[] {
  const minutes = (value: string) => (value === 'off' ? 0 : Number(value));
  return [...new Set([...values, chosen])].sort((a, b) => minutes(a) - minutes(b));
}
