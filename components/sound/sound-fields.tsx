'use client';

import { soundMenuMessages } from '../../messages/areas/sound-menu';
import type { Areas } from '../../messages/types';
import { translatorOf } from '../messages/translator';
import { useSound } from './sound-context';
import { SOUND_EVENTS, SOUND_OPTIONS, type SoundEvent, VOLUMES } from './sound-options';

/** Use `SoundChoices` of sound-menu.tsx, which loads this when a menu opens. */
export function SoundChoices() {
  const { options, choose, language } = useSound();
  const t = translatorOf<Areas['sound-menu']>(soundMenuMessages, language);
  return (
    <>
      <label>
        {t('soundMenu.sound')}
        <select
          value={options.sound}
          onChange={({ target }) => choose({ sound: SOUND_OPTIONS.find((each) => each === target.value) ?? 'off' })}
        >
          {SOUND_OPTIONS.map((each) => (
            <option key={each} value={each}>
              {t(`soundMenu.sounds.${each}`)}
            </option>
          ))}
        </select>
      </label>
      <label>
        {t('soundMenu.volume')}
        <select
          value={options.volume}
          onChange={({ target }) => choose({ volume: VOLUMES.find((each) => each === target.value) ?? 'normal' })}
        >
          {VOLUMES.map((each) => (
            <option key={each} value={each}>
              {t(`soundMenu.volumes.${each}`)}
            </option>
          ))}
        </select>
      </label>
    </>
  );
}

/** Use `SoundTest` of sound-menu.tsx, which loads this when a menu opens. */
export function SoundTest({ events = SOUND_EVENTS }: { events?: readonly SoundEvent[] }) {
  const { handle, language } = useSound();
  const t = translatorOf<Areas['sound-menu']>(soundMenuMessages, language);
  return (
    <fieldset className="flex min-w-0 flex-wrap gap-[0.5rem]">
      <legend className="mb-[0.4rem]">{t('soundMenu.test')}</legend>
      {events.map((event) => (
        <button
          key={event}
          type="button"
          className="min-h-[max(48px,var(--touch,0px))] rounded-[0.5rem] border border-current px-[1rem] active:pressed"
          onClick={() => void handle.load().then((opened) => opened?.test(event))}
        >
          {t(`soundMenu.events.${event}`)}
        </button>
      ))}
    </fieldset>
  );
}
