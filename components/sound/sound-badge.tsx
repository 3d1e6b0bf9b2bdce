'use client';

import { soundWords } from '../words/sound-words';
import css from './sound.module.css';
import { useSound } from './sound-context';

const MUTE_MINUTES = 10;

/**
 * Says for as long as it is so that there is no sound, and is the button that changes it. While there is sound it is
 * small, and mutes.
 */
export function SoundBadge() {
  const { handle, choose, language, state, mutedMinutes } = useSound();
  const words = soundWords(language);
  if (state !== 'on') {
    const turnOn = () => {
      handle.unlock();
      choose({ sound: 'on' });
    };
    return (
      <button type="button" className={css.badge} data-sound={state} onClick={turnOn}>
        <Speaker isSilent />
        {words('sound.off')}
      </button>
    );
  }
  if (mutedMinutes > 0) {
    return (
      <button type="button" className={css.badge} data-sound="muted" onClick={() => handle.mute(0)}>
        <Speaker isSilent />
        {words('sound.muted', { minutes: mutedMinutes })}
      </button>
    );
  }
  const label = words('sound.mute', { minutes: MUTE_MINUTES });
  const mute = () => handle.mute(MUTE_MINUTES * 60_000);
  return (
    <button type="button" className={css.badge} data-sound="on" aria-label={label} title={label} onClick={mute}>
      <Speaker isSilent={false} />
    </button>
  );
}

function Speaker({ isSilent }: { isSilent: boolean }) {
  return (
    <svg className={css.speaker} viewBox="0 0 24 24" aria-hidden="true">
      <path className={css.cone} d="M3 9v6h4l6 5V4L7 9z" />
      <path
        className={css.waves}
        d={isSilent ? 'M16.5 9l6 6m0-6l-6 6' : 'M16.5 8.5a5 5 0 0 1 0 7M19 5.5a9 9 0 0 1 0 13'}
      />
    </svg>
  );
}
