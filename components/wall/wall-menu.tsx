'use client';

import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Ticket } from '../../contract/live';
import { CapabilityPanel } from '../device/capabilities';
import { KioskField, KioskMenu } from '../device/kiosk';
import { useLive } from '../live/live-context';
import {
  ChipsField,
  ColumnsField,
  DistanceField,
  Group,
  KindField,
  LanguageField,
  LookFields,
  Menu,
  NumberField,
  PickField,
  TablesField,
  ZoomField,
} from '../screen/menu';
import type { Chosen } from '../screen/screen-options';
import { SoundFields } from '../sound/page-sound';
import { KeyList } from './legend';
import { usualDistance } from './type-scale';
import { CLOCKS, DENSITIES, KEY_PRESETS, LAYOUTS, SORTS, type WallOptions } from './wall-options';
import { WALL_SOUNDS } from './wall-sounds';

type Props = { chosen: Chosen<WallOptions>; isOpen: boolean; close: () => void };

/** Every option of a wall, beside the board: each applies at once and is written to the address. */
export function WallMenu({ chosen, isOpen, close }: Props) {
  const t = useTranslations('wall');
  return (
    <Menu title={t('settings')} isOpen={isOpen} close={close} isBeside>
      {chosen.options.kiosk === 'on' ? <KioskMenu chosen={chosen} /> : <Fields chosen={chosen} />}
    </Menu>
  );
}

function Fields({ chosen }: { chosen: Chosen<WallOptions> }) {
  const t = useTranslations('wallMenu');
  return (
    <>
      <Group name={t('groups.shown')}>
        <PickField
          chosen={chosen}
          name="sort"
          label={t('sort')}
          values={SORTS}
          labelOf={(sort) => t(`sorts.${sort}`)}
        />
        <KindField chosen={chosen} />
        <CoursesField chosen={chosen} />
        <TablesField chosen={chosen} />
      </Group>
      <Group name={t('groups.cards')}>
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
        <NumberField chosen={chosen} name="autoPage" label={t('autoPage')} step={5} />
      </Group>
      <Group name={t('groups.size')}>
        <NumberField chosen={chosen} name="diagonal" label={t('diagonal')} step={0.5} />
        <DistanceField chosen={chosen} usual={usualDistance(chosen.options.diagonal)} />
        <ZoomField chosen={chosen} />
      </Group>
      <Group name={t('groups.look')}>
        <LookFields chosen={chosen} />
        <LanguageField chosen={chosen} />
      </Group>
      <Group name={t('groups.sound')}>
        <SoundFields events={WALL_SOUNDS} />
      </Group>
      <Group name={t('groups.device')}>
        <KioskField chosen={chosen} />
        <CapabilityPanel hasSound />
        <PickField
          chosen={chosen}
          name="keys"
          label={t('keys')}
          values={KEY_PRESETS}
          labelOf={(keys) => t(`presets.${keys}`)}
        />
        <KeyList preset={chosen.options.keys} />
      </Group>
    </>
  );
}

/** The courses that the wall shows, with those of the last seven days to choose from. */
function CoursesField({ chosen }: { chosen: Chosen<WallOptions> }) {
  const t = useTranslations('wallMenu');
  const names = useRecentCourses();
  const { courses } = chosen.options;
  const isNot = (name: string) => (one: string) => one.toLowerCase() !== name.toLowerCase();
  const chips = names.map((name) => {
    const others = courses.filter(isNot(name));
    const isOn = others.length < courses.length;
    return {
      key: name,
      label: name,
      isOn,
      toggle: () => chosen.choose({ courses: isOn ? others : [...others, name] }),
    };
  });
  return <ChipsField chosen={chosen} name="courses" label={t('courses')} hint={t('coursesHint')} chips={chips} />;
}

const ANSWER_WITHIN_MS = 5_000;

/** The branch's courses of the last seven days, as the filter names them; none until they are here, or without an answer. */
function useRecentCourses(): string[] {
  const branch = useLive((view) => view.board?.branch.number);
  const [names, setNames] = useState<string[]>([]);
  useEffect(() => {
    if (branch === undefined) return;
    fetch(`/api/v1/courses?branch=${branch}`, { cache: 'no-store', signal: AbortSignal.timeout(ANSWER_WITHIN_MS) })
      .then((response) => (response.ok ? response.json() : { courses: [] }))
      .then(({ courses }: { courses: Ticket['course'][] }) =>
        setNames([...new Set(courses.map(({ abbreviation, number }) => abbreviation ?? String(number)))]),
      )
      .catch(() => {}); // the text field needs none
  }, [branch]);
  return names;
}
