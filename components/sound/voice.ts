import type { Language } from '../../lib/language';
import { createListeners } from '../../lib/listeners';

export type Voice = {
  subscribe: (listener: () => void) => () => void;
  /** `none` if the device cannot speak; voices may load late. */
  state: () => 'none' | 'ready';
  /** Speaks the text, after what is being spoken. False if there is no voice for the language. */
  say: (text: string, language: Language) => boolean;
  /** Call it during a touch: some browsers only speak after a first, possibly empty, utterance inside one. */
  wake: () => void;
  close: () => void;
};

type VoiceDeps = {
  /** Undefined in a browser without it. */
  synthesis: SpeechSynthesis | undefined;
  createUtterance: (text: string) => SpeechSynthesisUtterance;
  monotonicNow: () => number;
};

/** A third one would be spoken too late: its guest would be gone. */
const MAX_WAITING = 2;
/** Some browsers never report the end of speech. */
const MAX_MS = 15_000;

/** The device's voice, which calls out numbers one after the other. */
export function createVoice({ synthesis, createUtterance, monotonicNow }: VoiceDeps): Voice {
  let waiting: { text: string; language: Language }[] = [];
  let isAwake = false;
  let speaking: { utterance: SpeechSynthesisUtterance; since: number } | null = null;
  const { subscribe, notify, clear } = createListeners();

  function voiceOf(language: Language): SpeechSynthesisVoice | undefined {
    const spoken = (synthesis?.getVoices() ?? []).filter(({ lang }) => lang.toLowerCase().startsWith(language));
    // A local voice speaks at once and without a network.
    return spoken.find(({ localService }) => localService) ?? spoken[0];
  }

  function speakNext(): void {
    const next = waiting.shift();
    const voice = next && voiceOf(next.language);
    if (!synthesis || !next || !voice) return;
    const utterance = createUtterance(next.text);
    utterance.voice = voice;
    utterance.lang = voice.lang;
    const done = () => {
      if (speaking?.utterance !== utterance) return;
      speaking = null;
      speakNext();
    };
    utterance.onend = done;
    utterance.onerror = done;
    speaking = { utterance, since: monotonicNow() };
    synthesis.speak(utterance);
  }

  synthesis?.addEventListener('voiceschanged', notify);
  return {
    subscribe,
    state: () => ((synthesis?.getVoices().length ?? 0) > 0 ? 'ready' : 'none'),
    say: (text, language) => {
      if (!voiceOf(language)) return false;
      waiting = [...waiting, { text, language }].slice(-MAX_WAITING);
      if (speaking && monotonicNow() - speaking.since > MAX_MS) {
        speaking = null;
        synthesis?.cancel();
      }
      if (!speaking) speakNext();
      return true;
    },
    wake: () => {
      if (isAwake || !synthesis) return;
      isAwake = true;
      const nothing = createUtterance('');
      nothing.volume = 0;
      synthesis.speak(nothing);
    },
    close: () => {
      waiting = [];
      speaking = null;
      clear();
      synthesis?.removeEventListener('voiceschanged', notify);
      synthesis?.cancel();
    },
  };
}

/** Opens the voice of this device. */
export function openVoice(): Voice {
  return createVoice({
    synthesis: 'speechSynthesis' in window ? window.speechSynthesis : undefined,
    createUtterance: (text) => new SpeechSynthesisUtterance(text),
    monotonicNow: () => performance.now(),
  });
}
