'use client';

import type { Language } from '../../lib/language';
import { siteTranslator } from '../messages/site';
import { HomeLink, PlainPage } from '../plain-page';
import { QrCode } from '../qr-code';
import { withCommands } from '../with-commands';
import { addressOf } from './screen-pages';
import { usePairing } from './use-pairing';

/** Pairs the device that opens it. `chosen` is the language in the address, if any. */
export function PairScreen({ language, chosen }: { language: Language; chosen: Language | null }) {
  const state = usePairing(chosen);
  const t = siteTranslator(language);
  const home = <HomeLink href={addressOf('/', new URLSearchParams(), chosen)}>{t('site.home')}</HomeLink>;
  if (state.is === 'code')
    return (
      <PlainPage title={t('pair.codeTitle')} light={state.isLost ? 'off' : 'dim'}>
        <div className="mt-8 grid w-full items-center gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_minmax(12rem,20rem)]">
          <div>
            <p className="text-pretty text-xl">{t('pair.scan')}</p>
            <p className="mt-6 text-pretty text-xl">{t('pair.type', { page: pageIn(state.link) })}</p>
            <p className="mt-3 font-bold whitespace-nowrap text-[clamp(2.75rem,9vw,6rem)] tabular-nums leading-none tracking-[0.08em] font-stretch-88%">
              <span aria-hidden="true">
                {state.code.slice(0, 3)} {state.code.slice(3)}
              </span>
              <span className="sr-only">{[...state.code].join(' ')}</span>
            </p>
            <p role="status" className="mt-6 min-h-14 max-w-[44ch] text-pretty text-text-quiet">
              {t(state.isLost ? 'pair.unreachable' : 'pair.waits')}
            </p>
          </div>
          <div className="w-full max-w-80 overflow-hidden rounded-2xl border border-line">
            <QrCode text={state.link} label={t('pair.qr')} />
          </div>
        </div>
      </PlainPage>
    );
  return (
    <PlainPage title={t('pair.title')} light={state.is === 'working' ? 'dim' : 'off'}>
      <p role="status" className="mt-4 max-w-[44ch] text-pretty text-xl">
        {withCommands(t(`pair.${state.is}`))}
      </p>
      {state.is === 'refused' && home}
    </PlainPage>
  );
}

/** The address of a page as people type it: without protocol and query. */
function pageIn(link: string): string {
  const { host, pathname } = new URL(link);
  return `${host}${pathname}`;
}
