'use client';

import type { RefObject } from 'react';
import { Rest } from '../../screen/rest/rest';
import { CONTROL_WORDS } from '../../words/control-words';
import { WithWords } from '../../words/with-words';
import { FirstTouch } from './first-touch';
import { Keys, type KeysProps } from './keys';

/** Input and rest of a wall: its keys, the explanation of the first touch, dimming and drift. */
export function Control(props: KeysProps & { ground: RefObject<HTMLElement | null> }) {
  return (
    <WithWords words={CONTROL_WORDS}>
      <Keys {...props} />
      <FirstTouch />
      <Rest ground={props.ground} />
    </WithWords>
  );
}
