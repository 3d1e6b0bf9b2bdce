'use client';

import type { RefObject } from 'react';
import { controlMessages } from '../../../messages/areas/control';
import { WithMessages } from '../../messages/with-messages';
import { Rest } from '../../screen/rest/rest';
import { useOwnTables } from '../../screen/use-own-tables';
import { FirstTouch } from './first-touch';
import { Keys, type KeysProps } from './keys';

/** Input and rest of a wall: its keys, the explanation of the first touch, dimming and drift. */
export function Control(props: KeysProps & { ground: RefObject<HTMLElement | null> }) {
  useOwnTables(props.chosen);
  return (
    <WithMessages messages={controlMessages}>
      <Keys {...props} />
      <FirstTouch />
      <Rest ground={props.ground} />
    </WithMessages>
  );
}
