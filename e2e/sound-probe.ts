import type { Page } from '@playwright/test';

type Played = { hertz: number; at: number };
type PlayedNotes = { notes: Played[]; pulses: number };

/** Sounds of a waiter's board by a frequency that only each of them has. `ready` has none of these. */
const KNOWN_BY = { mine: 1760, late: 1397, lost: 1047 } as const;
const SINGS_READY = 1480;

export type PlayedSound = keyof typeof KNOWN_BY | 'ready' | 'something else';

/** Notes of one sound are scheduled at once; between two sounds there is an action. */
const TOGETHER_MS = 60;

/** Records what a page sends to its speaker and its vibration motor, from its next load on. */
export async function recordSounds(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const played: PlayedNotes = { notes: [], pulses: 0 };
    (window as unknown as { soundProbe: PlayedNotes }).soundProbe = played;
    const { start } = OscillatorNode.prototype;
    OscillatorNode.prototype.start = function (this: OscillatorNode, when?: number) {
      played.notes.push({ hertz: Math.round(this.frequency.value), at: performance.now() });
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
  const { notes } = await playedOn(page);
  const sounds: Played[][] = [];
  for (const note of notes) {
    const sound = sounds.at(-1);
    const before = sound?.at(-1);
    if (sound && before && note.at - before.at < TOGETHER_MS) sound.push(note);
    else sounds.push([note]);
  }
  return sounds.map((sound) => named(sound.map(({ hertz }) => hertz)));
}

/** How often the device vibrated. */
export async function pulsesOf(page: Page): Promise<number> {
  return (await playedOn(page)).pulses;
}

function playedOn(page: Page): Promise<PlayedNotes> {
  return page.evaluate(() => (window as unknown as { soundProbe: PlayedNotes }).soundProbe);
}

function named(hertz: readonly number[]): PlayedSound {
  const known = (Object.keys(KNOWN_BY) as (keyof typeof KNOWN_BY)[]).find((one) => hertz.includes(KNOWN_BY[one]));
  return known ?? (hertz.includes(SINGS_READY) ? 'ready' : 'something else');
}
