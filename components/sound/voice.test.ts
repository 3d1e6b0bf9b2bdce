import { describe, expect, it } from 'vitest';
import { createVoice } from './voice';

type Utterance = SpeechSynthesisUtterance & { text: string };

/** A device whose speech ends when the test says so. */
function openDevice(...languages: string[]) {
  let now = 0;
  let voices = languages.map((lang) => ({ lang, localService: !lang.includes('remote') }) as SpeechSynthesisVoice);
  const device = new EventTarget();
  const spoken: Utterance[] = [];
  let cancelled = 0;
  const synthesis = Object.assign(device, {
    getVoices: () => voices,
    speak: (utterance: Utterance) => void spoken.push(utterance),
    cancel: () => {
      cancelled += 1;
    },
  }) as unknown as SpeechSynthesis;
  const voice = createVoice({
    synthesis,
    createUtterance: (text) => ({ text }) as Utterance,
    monotonicNow: () => now,
  });
  return {
    voice,
    texts: () => spoken.map(({ text }) => text),
    voices: () => spoken.map(({ lang }) => lang),
    volumes: () => spoken.map(({ volume }) => volume),
    finishes: () => spoken.at(-1)?.onend?.call(spoken.at(-1) as Utterance, {} as SpeechSynthesisEvent),
    fails: () => spoken.at(-1)?.onerror?.call(spoken.at(-1) as Utterance, {} as SpeechSynthesisErrorEvent),
    passes: (ms: number) => {
      now += ms;
    },
    finds: (lang: string) => {
      voices = [...voices, { lang, localService: true } as SpeechSynthesisVoice];
      device.dispatchEvent(new Event('voiceschanged'));
    },
    cancelled: () => cancelled,
  };
}

it('the voice has the right language, and runs on the device if possible', () => {
  const device = openDevice('en-US', 'nl-remote', 'nl-NL');
  expect(device.voice.say('Nummer 40', 'nl')).toBe(true);
  expect(device.voices()).toEqual(['nl-NL']);
});

it('a voice of another language is never used', () => {
  const device = openDevice('en-US');
  expect(device.voice.say('Nummer 40', 'nl')).toBe(false);
  expect(device.texts()).toEqual([]);
});

it('a number that is called again is spoken again, however soon', () => {
  const device = openDevice('en-US');
  device.voice.say('Number 40', 'en');
  device.finishes();
  expect(device.voice.say('Number 40', 'en')).toBe(true);
  expect(device.texts()).toEqual(['Number 40', 'Number 40']);
});

it('at most two texts wait, and the oldest of more is dropped', () => {
  const device = openDevice('en-US');
  for (const number of [1, 2, 3, 4]) device.voice.say(`Number ${number}`, 'en');
  expect(device.texts()).toEqual(['Number 1']);
  for (let times = 0; times < 5; times += 1) device.finishes();
  expect(device.texts()).toEqual(['Number 1', 'Number 3', 'Number 4']);
});

it('speech continues after an error, and after a browser that never reports the end', () => {
  const device = openDevice('en-US');
  device.voice.say('Number 1', 'en');
  device.voice.say('Number 2', 'en');
  device.fails();
  expect(device.texts()).toEqual(['Number 1', 'Number 2']);
  device.passes(15_001);
  device.voice.say('Number 3', 'en');
  expect(device.texts()).toEqual(['Number 1', 'Number 2', 'Number 3']);
});

describe('a device', () => {
  it('reports that it has no voice, and finds a late one', () => {
    const device = openDevice();
    expect(device.voice.state()).toBe('none');
    let notified = 0;
    device.voice.subscribe(() => {
      notified += 1;
    });
    device.finds('en-GB');
    expect([notified, device.voice.state()]).toEqual([1, 'ready']);
    expect(device.voice.say('Number 40', 'en')).toBe(true);
  });

  it('without speech synthesis is silent', () => {
    const voice = createVoice({
      synthesis: undefined,
      createUtterance: () => {
        throw new Error('nothing can be said here');
      },
      monotonicNow: () => 0,
    });
    expect([voice.state(), voice.say('Number 40', 'en')]).toEqual(['none', false]);
    voice.close();
  });

  it('falls silent when the voice is closed', () => {
    const device = openDevice('en-US');
    device.voice.say('Number 1', 'en');
    device.voice.say('Number 2', 'en');
    device.voice.close();
    device.finishes();
    expect(device.texts()).toEqual(['Number 1']);
    expect(device.cancelled()).toBe(1);
  });
});

it('the first touch unlocks speech silently', () => {
  const device = openDevice('en-US');
  device.voice.wake();
  device.voice.wake();
  expect(device.texts()).toEqual(['']);
  expect(device.volumes()).toEqual([0]);
  expect(device.voice.say('Number 40', 'en')).toBe(true);
  expect(device.texts()).toEqual(['', 'Number 40']);
});
