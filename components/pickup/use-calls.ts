'use client';

import { type RefObject, useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { listenTo } from '../browser';
import { pageSession } from '../device-storage';
import { keepLoading } from '../keep-loading';
import { useSound } from '../sound/sound-context';
import type { Voice } from '../sound/voice';
import { numberText, type ReadyNumber } from './arrange';
import { type Called, callsOf } from './called';
import { keepCalled, readCalled } from './called-memory';
import { type Caller, createCaller } from './caller';

const TOUCHES = ['pointerup', 'keydown'];

/**
 * Calls each number once when it becomes ready: with a chime if sound is on, and with a voice if that is chosen too.
 * Numbers that become ready while sound is off are not called later. `ready` is null before the first snapshot.
 */
export function useCalls(ready: readonly ReadyNumber[] | null, isVoiced: boolean): void {
  const t = useTranslations('pickup');
  const { handle, language } = useSound();
  const voice = useVoice(isVoiced);
  const caller = useRef<Caller | null>(null);
  const called = useRef<Called | null>(null);

  useEffect(() => {
    const opened = createCaller({
      chime: () => {
        const isHeard = handle.state() === 'on' && handle.mutedMinutes() === 0;
        if (isHeard) handle.opened()?.play('called');
        return isHeard;
      },
      say: (number) => void voice.current?.say(t('call', { number }), language),
      after: (ms, then) => {
        const timer = setTimeout(then, ms);
        return () => clearTimeout(timer);
      },
    });
    caller.current = opened;
    return () => opened.close();
  }, [handle, voice, t, language]);

  useEffect(() => {
    if (ready === null) return;
    const isFirstLook = called.current === null;
    const before = called.current ?? readCalled(pageSession);
    const next = callsOf(before, ready, isFirstLook);
    called.current = next.called;
    if (next.called === before) return;
    keepCalled(pageSession, next.called);
    caller.current?.call(next.calls.map(numberText));
  }, [ready]);
}

/** Speech of the device. Its code loads only if it is wanted; browsers allow it after the first touch of the page. */
function useVoice(isWanted: boolean): RefObject<Voice | null> {
  const voice = useRef<Voice | null>(null);
  useEffect(() => {
    if (!isWanted) return;
    // Until there is a voice, the chime and the board remain.
    const stopLoading = keepLoading(
      () => import('../sound/voice'),
      ({ openVoice }) => {
        voice.current = openVoice();
      },
    );
    const stop = listenTo(window, TOUCHES, () => voice.current?.wake());
    return () => {
      stopLoading();
      stop();
      voice.current?.close();
      voice.current = null;
    };
  }, [isWanted]);
  return voice;
}
