'use client';

import { useTranslations } from 'use-intl';
import type { Freshness } from '../live/freshness';
import { useLive, useNewsTime } from '../live/live-context';
import { ScreenFrame } from '../screen/frame';
import { NumberField, PickField } from '../screen/menu';
import { Alert } from '../screen/news';
import { Screen, type ScreenProps } from '../screen/screen';
import type { Chosen } from '../screen/screen-options';
import { useWindowSize } from '../screen/use-size';
import type { SoundEvent } from '../sound/tones';
import { textSize } from '../wall/type-scale';
import { PickupBoard } from './pickup-board';
import { PICKUP_OPTIONS, type PickupOptions, VOICES } from './pickup-options';

const SOUNDS: readonly SoundEvent[] = ['called'];
/** Text size in px that the frame's scale 1 stands for. The frame may be read from nearer than the numbers. */
const TEXT_PER_SCALE_PX = 40;

/** Board for guests at a counter. */
export function PickupScreen(props: ScreenProps) {
  return (
    <Screen {...props} urlOptions={PICKUP_OPTIONS}>
      {(chosen) => <Pickup chosen={chosen} />}
    </Screen>
  );
}

function Pickup({ chosen }: { chosen: Chosen<PickupOptions> }) {
  const t = useTranslations('pickup');
  const name = useLive((view) => view.board?.branch.name);
  const { diagonal, distance, zoom } = chosen.options;
  const window = useWindowSize();
  const frameText = textSize({ ...window, diagonal, distance, zoom: 0 });
  return (
    <ScreenFrame
      title={name ?? t('title')}
      page="pickup"
      chosen={chosen}
      menu={<PickupFields chosen={chosen} />}
      sounds={SOUNDS}
      trouble={GuestTrouble}
      size={Math.max(1, frameText / TEXT_PER_SCALE_PX)}
      hangs
    >
      <PickupBoard options={chosen.options} least={textSize({ ...window, diagonal, distance, zoom })} />
    </ScreenFrame>
  );
}

function PickupFields({ chosen }: { chosen: Chosen<PickupOptions> }) {
  const t = useTranslations('pickupMenu');
  return (
    <>
      <NumberField chosen={chosen} name="clear" label={t('clear')} step={1} />
      <PickField
        chosen={chosen}
        name="voice"
        label={t('voice')}
        values={VOICES}
        labelOf={(voice) => t(`voices.${voice}`)}
      />
      <NumberField chosen={chosen} name="diagonal" label={t('diagonal')} step={0.5} />
      <NumberField chosen={chosen} name="distance" label={t('distance')} step={0.5} />
    </>
  );
}

/** Tells guests what it means for them that the board is not live. The cause, for the staff, is in small type. */
function GuestTrouble({ level }: Pick<Freshness, 'level'>) {
  const t = useTranslations('pickup');
  const refused = useTranslations('refused');
  const link = useLive((view) => view.link);
  const time = useNewsTime();
  return (
    <Alert>
      {level === 'amber' ? t('behind') : t('old')}
      {link.kind === 'refused' ? (
        <small>{refused(link.code)}</small>
      ) : (
        time !== null && <small aria-live="off">{t('last', { time })}</small>
      )}
    </Alert>
  );
}
