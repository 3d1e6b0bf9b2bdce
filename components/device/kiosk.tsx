'use client';

import { useTranslations } from 'use-intl';
import { kioskMessages } from '../../messages/areas/kiosk';
import { WithMessages } from '../messages/with-messages';
import type { Chosen } from '../screen/chosen';
import { PickField } from '../screen/fields';
import { KIOSKS, type ScreenOptions } from '../screen/screen-options';
import { LeaveKiosk } from './leave-kiosk';

type Props<Options extends ScreenOptions> = { chosen: Chosen<Options> };

/** The menu of a kiosk, which has only the way out. */
export function KioskMenu<Options extends ScreenOptions>({ chosen }: Props<Options>) {
  return (
    <WithMessages messages={kioskMessages}>
      <LeaveKiosk chosen={chosen} />
    </WithMessages>
  );
}

/** The field of a menu that makes the screen a kiosk. */
export function KioskField<Options extends ScreenOptions>({ chosen }: Props<Options>) {
  return (
    <WithMessages messages={kioskMessages}>
      <Field chosen={chosen} />
    </WithMessages>
  );
}

function Field<Options extends ScreenOptions>({ chosen }: Props<Options>) {
  const t = useTranslations('kiosk');
  return <PickField chosen={chosen} name="kiosk" label={t('field')} values={KIOSKS} labelOf={(kiosk) => t(kiosk)} />;
}
