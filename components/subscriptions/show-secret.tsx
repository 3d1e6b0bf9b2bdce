'use client';

import { useTranslations } from 'use-intl';
import { BUTTON } from '../manager/page-head';
import { OutcomeLine, useChange } from '../manager/use-change';
import { showSecret } from './subscriptions-over-http';
import { useProblemText } from './use-problem-text';

type Props = { id: string; show: (secret: string) => void };

/** Shows the newest secret again, which the POS has not used yet. */
export function ShowSecret({ id, show }: Props) {
  const t = useTranslations('subscriptions.secret');
  const { isBusy, outcome, run } = useChange(useProblemText());
  const ask = () =>
    run(showSecret(id), ({ secret }) => {
      show(secret);
      return null;
    });
  return (
    <div>
      <button type="button" className={BUTTON} aria-disabled={isBusy} onClick={() => isBusy || void ask()}>
        {t('show')}
      </button>
      <OutcomeLine outcome={outcome} />
    </div>
  );
}
