'use client';

import { useTranslations } from 'use-intl';
import { CapabilityPanel } from '../device/capabilities';
import { KioskField, KioskMenu } from '../device/kiosk';
import {
  ColumnsField,
  DistanceField,
  KindField,
  LanguageField,
  LookFields,
  Menu,
  NumberField,
  PickField,
  TablesField,
  TextField,
  ZoomField,
} from '../screen/menu';
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
      <ColumnsField chosen={chosen} />
      <PickField
        chosen={chosen}
        name="density"
        label={t('density')}
        values={DENSITIES}
        labelOf={(density) => t(`densities.${density}`)}
      />
      <LookFields chosen={chosen} />
      <KindField chosen={chosen} />
      <TextField chosen={chosen} name="courses" label={t('courses')} hint={t('coursesHint')} />
      <TablesField chosen={chosen} />
      <NumberField chosen={chosen} name="diagonal" label={t('diagonal')} step={0.5} />
      <DistanceField chosen={chosen} usual={usualDistance(chosen.options.diagonal)} />
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
