'use client';

import { useTranslations } from 'use-intl';
import controlEn from '../../messages/en/control.json';
import wallMenuEn from '../../messages/en/wall-menu.json';
import controlNl from '../../messages/nl/control.json';
import wallMenuNl from '../../messages/nl/wall-menu.json';
import { WithMessages } from '../messages/with-messages';
import type { Chosen } from '../screen/chosen';
import { LanguageField, LookFields, ZoomField } from '../screen/common-fields';
import { NumberField, PickField, TextField } from '../screen/fields';
import { Menu } from '../screen/menu';
import { SoundChoices, SoundTest } from '../sound/sound-menu';
import { KeyList } from './control/legend';
import { usualDistance } from './type-scale';
import { CLOCKS, DENSITIES, KEY_PRESETS, KINDS, LAYOUTS, SORTS, type WallOptions } from './wall-options';
import { WALL_SOUNDS } from './wall-sounds';

const WALL_MENU_MESSAGES = { en: wallMenuEn, nl: wallMenuNl };

const CONTROL_MESSAGES = { en: controlEn, nl: controlNl };

type Props = { chosen: Chosen<WallOptions>; isOpen: boolean; close: () => void };

/** Every option of a wall; each applies at once and is written to the address. */
export function WallMenu({ chosen, isOpen, close }: Props) {
  const words = useTranslations('wall');
  return (
    <Menu title={words('settings')} isOpen={isOpen} close={close}>
      <WithMessages messages={WALL_MENU_MESSAGES}>
        <Fields chosen={chosen} />
      </WithMessages>
    </Menu>
  );
}

function Fields({ chosen }: { chosen: Chosen<WallOptions> }) {
  const words = useTranslations('wallMenu');
  const columns = `${words('columns')} (0: ${words('columnsAuto')})`;
  const autoPage = `${words('autoPage')} (${words('autoPageHint')})`;
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
        name="clock"
        label={words('clock')}
        values={CLOCKS}
        say={(clock) => words(`clocks.${clock}`)}
      />
      <PickField
        chosen={chosen}
        name="layout"
        label={words('layout')}
        values={LAYOUTS}
        say={(layout) => words(`layouts.${layout}`)}
      />
      <NumberField chosen={chosen} name="columns" label={columns} step={1} />
      <PickField
        chosen={chosen}
        name="density"
        label={words('density')}
        values={DENSITIES}
        say={(density) => words(`densities.${density}`)}
      />
      <LookFields chosen={chosen} />
      <PickField
        chosen={chosen}
        name="kind"
        label={words('kind')}
        values={['', ...KINDS]}
        say={(kind) => words(`kinds.${kind === '' ? 'all' : kind}`)}
      />
      <TextField chosen={chosen} name="courses" label={words('courses')} hint={words('coursesHint')} />
      <TextField chosen={chosen} name="tables" label={words('tables')} hint={words('tablesHint')} />
      <NumberField chosen={chosen} name="diagonal" label={words('diagonal')} step={0.5} />
      <NumberField
        chosen={chosen}
        name="distance"
        label={words('distance')}
        step={0.05}
        hint={String(usualDistance(chosen.options.diagonal))}
      />
      <ZoomField chosen={chosen} />
      <NumberField chosen={chosen} name="autoPage" label={autoPage} step={5} />
      <PickField
        chosen={chosen}
        name="keys"
        label={words('keys')}
        values={KEY_PRESETS}
        say={(keys) => words(`presets.${keys}`)}
      />
      <LanguageField chosen={chosen} />
      <SoundChoices />
      <SoundTest events={WALL_SOUNDS} />
      <WithMessages messages={CONTROL_MESSAGES}>
        <KeyList preset={chosen.options.keys} />
      </WithMessages>
    </>
  );
}
