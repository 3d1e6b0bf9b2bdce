'use client';

import type { RefObject } from 'react';
import { CONTROL_WORDS } from '../../words/control-words';
import { WithWords } from '../../words/with-words';
import { Dimmed } from './dimmed';
import { FirstTouch } from './first-touch';
import { Keys, type KeysProps } from './keys';
import { useDrift } from './use-drift';

/** How a wall is worked, and how it rests: its keys, what explains a touch, dimming and drift. */
export function Control(props: KeysProps & { ground: RefObject<HTMLElement | null> }) {
  useDrift(props.ground);
  return (
    <WithWords words={CONTROL_WORDS}>
      <Keys {...props} />
      <FirstTouch />
      <Dimmed />
    </WithWords>
  );
}
