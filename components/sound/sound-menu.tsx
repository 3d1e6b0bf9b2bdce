'use client';

import { soundWords } from '../words/sound-words';
import css from './sound.module.css';
import { useSound } from './sound-context';
import { SOUND_CHOICES, SOUND_EVENTS, type SoundEvent, VOLUMES } from './sound-options';

/** Two fields of a menu: whether there is sound, and how loud it is. */
export function SoundChoices() {
  const { options, choose, language } = useSound();
  const words = soundWords(language);
  return (
    <>
      <label>
        {words('sound.choice')}
        <select
          value={options.sound}
          onChange={({ target }) => choose({ sound: SOUND_CHOICES.find((each) => each === target.value) ?? 'off' })}
        >
          {SOUND_CHOICES.map((each) => (
            <option key={each} value={each}>
              {words(`sound.choices.${each}`)}
            </option>
          ))}
        </select>
      </label>
      <label>
        {words('sound.volume')}
        <select
          value={options.volume}
          onChange={({ target }) => choose({ volume: VOLUMES.find((each) => each === target.value) ?? 'normal' })}
        >
          {VOLUMES.map((each) => (
            <option key={each} value={each}>
              {words(`sound.volumes.${each}`)}
            </option>
          ))}
        </select>
      </label>
    </>
  );
}

/** A row of buttons that each play one sound, whatever is chosen. `events` are those that the page has. */
export function SoundTest({ events = SOUND_EVENTS }: { events?: readonly SoundEvent[] }) {
  const { handle, language } = useSound();
  const words = soundWords(language);
  return (
    <fieldset className={css.tests}>
      <legend>{words('sound.test')}</legend>
      {events.map((event) => (
        <button key={event} type="button" onClick={() => handle.test(event)}>
          {words(`soundEvent.${event}`)}
        </button>
      ))}
    </fieldset>
  );
}
