'use client';

import { useTranslations } from 'use-intl';
import { ORDER_KINDS } from '../../contract/live';
import type { Chosen } from '../screen/chosen';
import { NumberField, PickField, TextField } from '../screen/fields';
import { type PassOptions, SORTS } from './pass-options';

/** Options of a pass beyond those of every screen. */
export function PassMenu({ chosen }: { chosen: Chosen<PassOptions> }) {
  const t = useTranslations('passMenu');
  return (
    <>
      <PickField chosen={chosen} name="sort" label={t('sort')} values={SORTS} labelOf={(sort) => t(`sorts.${sort}`)} />
      <PickField
        chosen={chosen}
        name="kind"
        label={t('kind')}
        values={['', ...ORDER_KINDS]}
        labelOf={(kind) => t(`kinds.${kind === '' ? 'all' : kind}`)}
      />
      <TextField chosen={chosen} name="tables" label={t('tables')} hint={t('tablesHint')} />
      <NumberField chosen={chosen} name="columns" label={t('columns')} step={1} />
      <NumberField chosen={chosen} name="diagonal" label={t('diagonal')} step={0.5} />
      <NumberField chosen={chosen} name="distance" label={t('distance')} step={0.05} />
    </>
  );
}
