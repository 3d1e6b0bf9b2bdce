'use client';

import type { ReactNode } from 'react';
import { CapabilityPanel } from '../device/capabilities';
import { KioskField, KioskMenu } from '../device/kiosk';
import { SoundChoices, SoundTest } from '../sound/sound-menu';
import type { SoundEvent } from '../sound/sound-options';
import type { Chosen } from './chosen';
import { LanguageField, LookFields, ZoomField } from './common-fields';
import type { ScreenOptions } from './screen-options';

type Props<Options extends ScreenOptions> = {
  chosen: Chosen<Options>;
  /** Sounds that this page can play; omitted for a silent page. */
  sounds: readonly SoundEvent[] | undefined;
  /** Additional fields of this page. */
  children: ReactNode;
};

/** What the menu of a screen holds; of a kiosk only the way out. */
export function ScreenMenu<Options extends ScreenOptions>({ chosen, sounds, children }: Props<Options>) {
  if (chosen.options.kiosk === 'on') return <KioskMenu chosen={chosen} />;
  return (
    <>
      {children}
      <LookFields chosen={chosen} />
      <ZoomField chosen={chosen} />
      {sounds && (
        <>
          <SoundChoices />
          <SoundTest events={sounds} />
        </>
      )}
      <LanguageField chosen={chosen} />
      <KioskField chosen={chosen} />
      <CapabilityPanel hasSound={sounds !== undefined} />
    </>
  );
}
