'use client';

import { type ReactNode, useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { localDevice } from '../device-storage';
import { useSound } from '../sound/page-sound';

/** `good`: it works. `open`: somebody can turn it on here. `bad`: it does not work on this device as it is. */
type Capabilities = {
  https: 'good' | 'bad';
  awake: 'good' | 'bad';
  sound: 'good' | 'open';
  notices: 'good' | 'open' | 'bad';
  storage: 'good' | 'bad';
};

/** What this device can do, and what helps where it cannot; about sound only on a page that has some. */
export function CapabilityPanel({ hasSound }: { hasSound: boolean }) {
  const t = useTranslations('capabilities');
  const { state: sound } = useSound();
  const [found, setFound] = useState<Omit<Capabilities, 'sound'> | null>(null);
  useEffect(() => setFound(capabilities()), []);
  if (!found) return null;
  const states: Capabilities = { ...found, sound: sound === 'on' ? 'good' : 'open' };
  const allow = async () => {
    await Notification.requestPermission();
    await openWorker();
    setFound(capabilities());
  };
  return (
    <section className="col-span-full" aria-labelledby="capabilities">
      <h3 id="capabilities" className="mb-[0.4rem] font-[650]">
        {t('title')}
      </h3>
      <ul className="grid gap-[0.5rem]">
        <Capability state={states.https} name={t('https.name')} text={t(`https.${states.https}`)} />
        <Capability state={states.awake} name={t('awake.name')} text={t(`awake.${states.awake}`)} />
        {hasSound && <Capability state={states.sound} name={t('sound.name')} text={t(`sound.${states.sound}`)} />}
        <Capability state={states.notices} name={t('notices.name')} text={t(`notices.${states.notices}`)}>
          {states.notices === 'open' && (
            <button type="button" className="px-[0.75rem] font-[650]" onClick={() => void allow()}>
              {t('notices.allow')}
            </button>
          )}
        </Capability>
        <Capability state={states.storage} name={t('storage.name')} text={t(`storage.${states.storage}`)} />
      </ul>
    </section>
  );
}

const SIGNS = { good: '✓', open: '…', bad: '✗' } as const;

type Props = { state: keyof typeof SIGNS; name: string; text: string; children?: ReactNode };

function Capability({ state, name, text, children }: Props) {
  return (
    <li className="grid grid-cols-[1.4rem_minmax(0,1fr)] gap-x-[0.4rem]">
      <span aria-hidden="true">{SIGNS[state]}</span>
      <span>
        <b className="font-[650]">{name}</b> · {text} {children}
      </span>
    </li>
  );
}

function capabilities(): Omit<Capabilities, 'sound'> {
  const { isSecureContext, Notification: notices } = window as Partial<typeof globalThis> & Window;
  return {
    https: isSecureContext ? 'good' : 'bad',
    // Absent outside a secure context, contrary to its type.
    awake: 'wakeLock' in navigator ? 'good' : 'bad',
    notices:
      notices === undefined || !isSecureContext || notices.permission === 'denied'
        ? 'bad'
        : notices.permission === 'granted'
          ? 'good'
          : 'open',
    storage: localDevice.set('heatlamp-storage', 'kept') ? 'good' : 'bad',
  };
}

/**
 * The worker that shows notices while the page is hidden. Browsers allow one only over https and on localhost; null
 * elsewhere.
 */
export async function openWorker(): Promise<ServiceWorkerRegistration | null> {
  try {
    // Absent outside a secure context, contrary to its type.
    const { serviceWorker } = navigator as Partial<Pick<Navigator, 'serviceWorker'>>;
    if (!serviceWorker) return null;
    await serviceWorker.register('/worker.js');
    return await serviceWorker.ready;
  } catch {
    return null;
  }
}

/** Whether the page runs as an installed app, or fills the screen. */
export function isInstalled(): boolean {
  return window.matchMedia('(display-mode: standalone), (display-mode: fullscreen)').matches;
}
