'use client';

import { useTranslations } from 'use-intl';
import en from '../../../messages/en/rest.json';
import nl from '../../../messages/nl/rest.json';
import { WithMessages } from '../../messages/with-messages';
import css from './rest.module.css';
import { useResting } from './use-resting';
import { useWakeLock } from './use-wake-lock';

const MESSAGES = { en, nl };

/** Warns that the device may put this screen to sleep although it should stay awake. */
export function WakeBadge() {
  const state = useWakeLock(!useResting());
  if (state !== 'missing') return null;
  return (
    <WithMessages messages={MESSAGES}>
      <Badge />
    </WithMessages>
  );
}

function Badge() {
  const t = useTranslations('rest');
  const isSecure = window.isSecureContext;
  const text = t(isSecure ? 'maySleep' : 'maySleepInsecure');
  return (
    <span role="img" className={css.wake} aria-label={text} title={text}>
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d="M20 14.5A8.5 8.5 0 1 1 9.5 4 6.8 6.8 0 0 0 20 14.5z" />
      </svg>
    </span>
  );
}
