import { expect } from '@playwright/test';
import { amberAlertsOf } from '../screen-recorder';
import type { Screen } from './screen';

/** Output of a device's speaker: number of chimes, and the spoken texts. */
type SpeakerOutput = { chimes: number; spoken: string[] };

type Sounded = { starts: number; spoken: string[]; isVoiceAwake: boolean };

/** A guest at a counter who waits for a number on the board. */
type Guest = Screen & {
  seesPreparing: (...numbers: number[]) => Promise<void>;
  seesReady: (...numbers: number[]) => Promise<void>;
  seesStandOut: (...numbers: number[]) => Promise<void>;
  /** Starts recording sounds and received messages; reloads the page for that. */
  listens: () => Promise<void>;
  /** Touches the screen, which a browser requires before it plays sound. */
  touches: () => Promise<void>;
  /** Touches the screen until its sound and its voice are on. */
  turnsSoundOn: () => Promise<void>;
  /** Recorded since the page was loaded. */
  played: () => Promise<SpeakerOutput>;
  /** All text received over sockets and HTTP since recording started. */
  wasSent: () => string;
};

const BEHIND = 'This board may not be up to date.';
const OLD = 'This board is not up to date. Please ask at the counter.';
const STARTS_OF_A_CHIME = 4;

export function asGuest(screen: Screen): Guest {
  const { page } = screen;
  const numbersIn = (half: string) => page.getByRole('region', { name: half, exact: true }).getByRole('listitem');
  const texts = (numbers: number[]) => numbers.map(String);
  const alert = page.getByRole('alert').filter({ hasText: /./ });
  const isAt = (level: string) => expect(page.getByRole('main')).toHaveAttribute('data-level', level);
  const sent: string[] = [];
  const touches = () => page.mouse.click(5, 5);
  const sounded = () => page.evaluate(() => (window as unknown as { sounded: Sounded }).sounded);

  return {
    ...screen,
    seesPreparing: (...numbers) => expect(numbersIn('Preparing')).toHaveText(texts(numbers)),
    seesReady: (...numbers) => expect(numbersIn('Ready')).toHaveText(texts(numbers)),
    seesStandOut: (...numbers) =>
      expect(numbersIn('Ready').and(page.locator('[data-fresh]'))).toHaveText(texts(numbers)),
    async isAmber() {
      const said = new RegExp(`^${BEHIND}Last update \\d\\d:\\d\\d:\\d\\d$`, 'm');
      await expect.poll(() => amberAlertsOf(page)).toMatch(said);
    },
    async isRed() {
      await isAt('red');
      await expect(alert).toHaveText(new RegExp(`^${OLD}Last update \\d\\d:\\d\\d:\\d\\d$`));
    },
    async listens() {
      page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => sent.push(payload.toString())));
      page.on('response', async (response) => {
        if (response.url().includes('/api/')) sent.push(await response.text().catch(() => ''));
      });
      await page.addInitScript(noteSounds);
      await screen.reloadsNow();
    },
    touches,
    async turnsSoundOn() {
      const mutes = page.locator('[data-sound=on]');
      // A page ignores touches until its sound and its voice have loaded.
      await expect
        .poll(async () => {
          await touches();
          return { badges: await mutes.count(), isVoiceAwake: (await sounded()).isVoiceAwake };
        })
        .toEqual({ badges: 1, isVoiceAwake: true });
    },
    played: async () => {
      const { starts, spoken } = await sounded();
      return { chimes: starts / STARTS_OF_A_CHIME, spoken };
    },
    wasSent: () => sent.join('\n'),
  };
}

/** Runs in the page before its scripts: replaces the browser's voice and audio by recorders. */
function noteSounds(): void {
  const sounded: Sounded = { starts: 0, spoken: [], isVoiceAwake: false };
  Object.assign(window, { sounded });
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (when) {
    sounded.starts += 1;
    start.call(this, when);
  };
  const voices = ['en-GB', 'nl-NL'].map((lang) => ({ lang, localService: true }));
  Object.assign(window, {
    SpeechSynthesisUtterance: class {
      onend: (() => void) | null = null;
      constructor(readonly text: string) {}
    },
  });
  Object.assign(window.speechSynthesis, {
    getVoices: () => voices,
    speak: (utterance: { text: string; onend: (() => void) | null }) => {
      if (utterance.text === '') sounded.isVoiceAwake = true;
      else sounded.spoken.push(utterance.text);
      setTimeout(() => utterance.onend?.(), 100);
    },
  });
}

/** Until the longest series of calls must be over. */
export const SECONDS_TO_SILENCE = 12;
