import type { Page } from '@playwright/test';

/** Frequencies of each sound, in Hz, and the number of vibrations. */
type Played = { sounds: number[][]; pulses: number };

/** A frequency, in Hz, of each sound of a waiter's board that no other sound has. */
const OWN_FREQUENCY = { mine: 1760, late: 1397, lost: 1047 } as const;
/** The sound `ready` has this frequency and none of the above. */
const OF_READY = 1480;

type PlayedSound = keyof typeof OWN_FREQUENCY | 'ready' | 'something else';

/** Records what a page sends to its speaker and its vibration motor, from its next load on. */
export async function recordSounds(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const played: Played = { sounds: [], pulses: 0 };
    (window as unknown as { soundProbe: Played }).soundProbe = played;
    const { start } = OscillatorNode.prototype;
    let sound: number[] | null = null;
    OscillatorNode.prototype.start = function (this: OscillatorNode, when?: number) {
      // The notes of one sound are scheduled in one task.
      if (!sound) {
        sound = [];
        played.sounds.push(sound);
        setTimeout(() => {
          sound = null;
        });
      }
      sound.push(Math.round(this.frequency.value));
      start.call(this, when);
    };
    Object.defineProperty(navigator, 'vibrate', {
      value: () => {
        played.pulses += 1;
        return true;
      },
    });
  });
}

/** Sounds since the page was loaded, in order; a repeat counts like the sound that it repeats. */
export async function soundsOf(page: Page): Promise<PlayedSound[]> {
  return (await playedOn(page)).sounds.map(named);
}

/** How often the device vibrated. */
export async function pulsesOf(page: Page): Promise<number> {
  return (await playedOn(page)).pulses;
}

function playedOn(page: Page): Promise<Played> {
  return page.evaluate(() => (window as unknown as { soundProbe: Played }).soundProbe);
}

function named(hertz: readonly number[]): PlayedSound {
  const known = (Object.keys(OWN_FREQUENCY) as (keyof typeof OWN_FREQUENCY)[]).find((one) =>
    hertz.includes(OWN_FREQUENCY[one]),
  );
  return known ?? (hertz.includes(OF_READY) ? 'ready' : 'something else');
}
