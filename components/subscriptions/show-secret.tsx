'use client';

import { useTranslations } from 'use-intl';
import { callApi } from '../manager/call-api';
import { OutcomeLine, useChange } from '../ui/change';
import { Button } from '../ui/sheet';
import { useProblemText } from './use-problem-text';

type Props = { id: string; show: (secret: string) => void };

/** Shows the newest secret again, which the POS has not used yet. */
export function ShowSecret({ id, show }: Props) {
  const t = useTranslations('subscriptions.secret');
  const { isBusy, outcome, run } = useChange(useProblemText());
  const ask = () =>
    run(callApi('POST /api/v1/subscriptions/:id/secret', { query: { id } }), ({ secret }) => {
      show(secret);
      return null;
    });
  return (
    <div>
      <Button isBusy={isBusy} press={ask}>
        {t('show')}
      </Button>
      <OutcomeLine outcome={outcome} />
    </div>
  );
}
