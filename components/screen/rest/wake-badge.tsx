'use client';

import { useEffect } from 'react';
import { useTranslations } from 'use-intl';
import { restMessages } from '../../../messages/areas/rest';
import { useLiveStore } from '../../live/live-context';
import { WithMessages } from '../../messages/with-messages';
import { useResting } from './use-resting';
import { useWakeLock } from './use-wake-lock';

/** Warns that the device may put this screen to sleep although it should stay awake. */
export function WakeBadge() {
  const state = useWakeLock(!useResting());
  const store = useLiveStore();
  useEffect(() => store.describe({ wakeLock: state }), [state, store]);
  if (state !== 'missing') return null;
  return (
    <WithMessages messages={restMessages}>
      <Badge />
    </WithMessages>
  );
}

function Badge() {
  const t = useTranslations('rest');
  const isSecure = window.isSecureContext;
  const text = t(isSecure ? 'maySleep' : 'maySleepInsecure');
  return (
    <span
      role="img"
      className="grid aspect-square w-[max(1.9rem,1.1em)] flex-none place-items-center rounded-[0.35em] on-warn"
      aria-label={text}
      title={text}
    >
      <svg
        className="w-[70%] fill-none stroke-[2.4] stroke-current"
        strokeLinejoin="round"
        viewBox="0 0 24 24"
        aria-hidden="true"
      >
        <path d="M20 14.5A8.5 8.5 0 1 1 9.5 4 6.8 6.8 0 0 0 20 14.5z" />
      </svg>
    </span>
  );
}
