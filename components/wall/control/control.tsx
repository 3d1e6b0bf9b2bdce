'use client';

import { type RefObject, useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { WallTouch } from '../../../contract/live';
import { controlMessages } from '../../../messages/areas/control';
import { localDevice } from '../../device-storage';
import { useLive } from '../../live/live-context';
import { WithMessages } from '../../messages/with-messages';
import { Rest } from '../../screen/rest/rest';
import { useOwnTables } from '../../screen/use-own-tables';
import { useActionState } from '../../ticket-actions/ticket-actions-context';
import { Keys, type KeysProps } from './keys';
import { Message } from './message';

const KEPT_AS = 'heatlamp-touch-explained';
const SHOWN_MS = 10_000;

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

/** Explains once per device what the first touch on a card did, beside the undo in the bar. */
function FirstTouch() {
  const t = useTranslations('control');
  const touch = useLive((view) => view.wallTouch);
  const done = useActionState(({ notice }) =>
    notice?.state === 'done' && isTouch(notice.action.kind) ? notice.action.noteId : '',
  );
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    if (done === '' || wasExplained(touch)) return;
    localDevice.set(KEPT_AS, touch);
    setShown(true);
  }, [done, touch]);
  useEffect(() => {
    if (!isShown) return;
    const timer = setTimeout(() => setShown(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isShown]);
  return <Message of="touch">{isShown && t(touch === 'hide' ? 'touchHides' : 'touchTakes')}</Message>;
}

function isTouch(kind: string): boolean {
  return kind === 'hide' || kind === 'collect';
}

/** Stored per action: if the branch changes what a touch does, it is explained again. */
function wasExplained(touch: WallTouch): boolean {
  const explained = localDevice.get(KEPT_AS);
  // Without storage the explanation would appear after every touch.
  return explained === touch || explained === undefined;
}
