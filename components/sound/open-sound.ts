import { listenTo } from '../browser';
import { onTick } from '../clock';
import { createSound, type Sound } from './create-sound';
import type { SoundOptions } from './sound-options';

/** A finger counts as a touch when it is lifted, a mouse when it is pressed. */
const TOUCHES = ['pointerdown', 'pointerup', 'keydown'];

/** The sound of this page: woken up, and answered, by any touch or key on it. */
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
    // A tablet that was put away takes the sound from the page, and gives it back when it is looked at again.
    listenTo(document, ['visibilitychange'], () => {
      if (!document.hidden) wake();
    }),
    onTick(sound.tick),
  ];
  // A page that was touched already needs no other touch, and a wall may be started so that it needs none.
  wake();
  return {
    ...sound,
    close: () => {
      for (const stop of stops) stop();
      sound.close();
    },
  };
}
