'use client';

import { useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { ListedDelivery } from '../../contract/deliveries';
import { BUTTON, MAIN_BUTTON } from '../manager/page-head';
import { replayUnreadableOverHttp } from './deliveries-over-http';

type Props = { branch: number; count: number; done: (deliveries: readonly ListedDelivery[]) => void };
type State = { is: 'waits' } | { is: 'works' | 'over' | 'failed'; replayed: number; applied: number };

/** Reads all unreadable deliveries again in batches, with progress and result. */
export function ReplayAll({ branch, count, done }: Props) {
  const t = useTranslations('deliveries.replay');
  const [state, setState] = useState<State>({ is: 'waits' });
  const isStopped = useRef(false);

  async function replay(): Promise<void> {
    isStopped.current = false;
    let replayed = 0;
    let applied = 0;
    let cursor: string | null = null;
    do {
      setState({ is: 'works', replayed, applied });
      const received = await replayUnreadableOverHttp(branch, cursor);
      if (!received) return setState({ is: 'failed', replayed, applied });
      done(received.answer.deliveries);
      replayed += received.answer.replayed;
      applied += received.answer.applied;
      cursor = received.answer.nextCursor;
    } while (cursor !== null && !isStopped.current);
    setState({ is: 'over', replayed, applied });
  }

  if (count === 0 && state.is === 'waits') return null;
  const isWorking = state.is === 'works';
  return (
    <div className="mb-6 rounded-xl border border-notice-line bg-notice px-5 py-4">
      <p className="max-w-prose text-pretty">{t('lead')}</p>
      <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        <button type="button" className={MAIN_BUTTON} disabled={isWorking} onClick={() => void replay()}>
          {t('all')}
        </button>
        {isWorking && (
          <button
            type="button"
            className={BUTTON}
            onClick={() => {
              isStopped.current = true;
            }}
          >
            {t('stop')}
          </button>
        )}
        <p role="status" className="font-semibold">
          {state.is === 'works' && t('working', { count: state.replayed })}
          {state.is === 'over' && t('result', { ...state, left: state.replayed - state.applied })}
          {state.is === 'failed' && t('failed')}
        </p>
      </div>
    </div>
  );
}
