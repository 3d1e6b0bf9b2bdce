'use client';

import { useTranslations } from 'use-intl';
import { ORDER_KINDS } from '../../contract/constants';
import { CapabilityPanel } from '../device/capabilities';
import { KioskField, KioskMenu } from '../device/kiosk';
import { LanguageField, LookFields, Menu, NumberField, PickField, TextField, ZoomField } from '../screen/menu';
import type { Chosen } from '../screen/screen-options';
import { SoundFields } from '../sound/page-sound';
import { KeyList } from './legend';
import { usualDistance } from './type-scale';
import { CLOCKS, DENSITIES, KEY_PRESETS, LAYOUTS, SORTS, type WallOptions } from './wall-options';
import { WALL_SOUNDS } from './wall-sounds';

type Props = { chosen: Chosen<WallOptions>; isOpen: boolean; close: () => void };

/** Every option of a wall; each applies at once and is written to the address. */
export function WallMenu({ chosen, isOpen, close }: Props) {
  const t = useTranslations('wall');
  return (
    <Menu title={t('settings')} isOpen={isOpen} close={close}>
      {chosen.options.kiosk === 'on' ? <KioskMenu chosen={chosen} /> : <Fields chosen={chosen} />}
    </Menu>
  );
}

function Fields({ chosen }: { chosen: Chosen<WallOptions> }) {
  const t = useTranslations('wallMenu');
  return (
    <>
      <PickField chosen={chosen} name="sort" label={t('sort')} values={SORTS} labelOf={(sort) => t(`sorts.${sort}`)} />
      <PickField
        chosen={chosen}
        name="clock"
        label={t('clock')}
        values={CLOCKS}
        labelOf={(clock) => t(`clocks.${clock}`)}
      />
      <PickField
        chosen={chosen}
        name="layout"
        label={t('layout')}
        values={LAYOUTS}
        labelOf={(layout) => t(`layouts.${layout}`)}
      />
      <NumberField chosen={chosen} name="columns" label={t('columns')} step={1} />
      <PickField
        chosen={chosen}
        name="density"
        label={t('density')}
        values={DENSITIES}
        labelOf={(density) => t(`densities.${density}`)}
      />
      <LookFields chosen={chosen} />
      <PickField
        chosen={chosen}
        name="kind"
        label={t('kind')}
        values={['', ...ORDER_KINDS]}
        labelOf={(kind) => t(`kinds.${kind === '' ? 'all' : kind}`)}
      />
      <TextField chosen={chosen} name="courses" label={t('courses')} hint={t('coursesHint')} />
      <TextField chosen={chosen} name="tables" label={t('tables')} hint={t('tablesHint')} />
      <NumberField chosen={chosen} name="diagonal" label={t('diagonal')} step={0.5} />
      <NumberField
        chosen={chosen}
        name="distance"
        label={t('distance')}
        step={0.05}
        hint={String(usualDistance(chosen.options.diagonal))}
      />
      <ZoomField chosen={chosen} />
      <NumberField chosen={chosen} name="autoPage" label={t('autoPage')} step={5} />
      <PickField
        chosen={chosen}
        name="keys"
        label={t('keys')}
        values={KEY_PRESETS}
        labelOf={(keys) => t(`presets.${keys}`)}
      />
      <LanguageField chosen={chosen} />
      <SoundFields events={WALL_SOUNDS} />
      <KioskField chosen={chosen} />
      <CapabilityPanel hasSound />
      <KeyList preset={chosen.options.keys} />
    </>
  );
}
