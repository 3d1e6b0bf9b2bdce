import { listenTo } from '../browser';
import { onTick } from '../clock';
import { createSound, type Sound } from './create-sound';
import type { SoundOptions } from './sound-options';

/** A finger counts as a touch when it is lifted, a mouse when it is pressed. */
const TOUCHES = ['pointerdown', 'pointerup', 'keydown'];

/** Opens the sound of this page; any touch or key starts the audio and acknowledges repeats. */
export function openSound(options: SoundOptions): Sound {
  const sound = createSound({
    createContext: () => new AudioContext({ latencyHint: 'interactive' }),
    monotonicNow: () => performance.now(),
    options,
  });
  const wake = () => {
    if (sound.state() === 'locked') sound.unlock();
  };
  const stops = [
    listenTo(window, TOUCHES, () => {
      wake();
      sound.touched();
    }),
    // A tablet suspends the audio of a hidden page, and allows it again when the page is visible.
    listenTo(document, ['visibilitychange'], () => {
      if (!document.hidden) wake();
    }),
    onTick(sound.tick),
  ];
  // A page that was touched before needs no further touch, and a wall's browser may be configured to need none.
  wake();
  return {
    ...sound,
    close: () => {
      for (const stop of stops) stop();
      sound.close();
    },
  };
}
