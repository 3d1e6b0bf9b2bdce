'use client';

import { useTranslations } from 'use-intl';
import type { Chosen } from '../screen/chosen';
import { NumberField, PickField, TextField } from '../screen/fields';
import { KINDS, type PassOptions, SORTS } from './pass-choices';

/** Options of a pass beyond those of every screen. */
export function PassMenu({ chosen }: { chosen: Chosen<PassOptions> }) {
  const words = useTranslations('passMenu');
  return (
    <>
      <PickField
        chosen={chosen}
        name="sort"
        label={words('sort')}
        values={SORTS}
        say={(sort) => words(`sorts.${sort}`)}
      />
      <PickField
        chosen={chosen}
        name="kind"
        label={words('kind')}
        values={['', ...KINDS]}
        say={(kind) => words(`kinds.${kind === '' ? 'all' : kind}`)}
      />
      <TextField chosen={chosen} name="tables" label={words('tables')} hint={words('tablesHint')} />
      <NumberField chosen={chosen} name="columns" label={words('columns')} step={1} />
      <NumberField chosen={chosen} name="diagonal" label={words('diagonal')} step={0.5} />
      <NumberField chosen={chosen} name="distance" label={words('distance')} step={0.05} />
    </>
  );
}
