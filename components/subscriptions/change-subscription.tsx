'use client';

import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { SecretAdded, SubscriptionInfo } from '../../contract/deliveries';
import { useBranchName } from '../manager/branch-boxes';
import { Confirm } from '../manager/confirm';
import type { ManagerBranch } from '../manager/manager-branch';
import { BUTTON } from '../manager/page-head';
import { StepButton } from '../manager/step-button';
import { OutcomeLine, useChange } from '../manager/use-change';
import { BranchLimit } from './branch-limit';
import { finishRotation, limitSubscription, removeSubscription, rotateSubscription } from './subscriptions-over-http';
import { useProblemText } from './use-problem-text';

type Props = {
  subscription: SubscriptionInfo;
  isRotating: boolean;
  branches: readonly ManagerBranch[];
  /** Shows a new secret, once. */
  show: (added: SecretAdded) => void;
};
type Step = 'finish' | 'limit' | 'remove';

/** What an owner can do about a subscription. */
export function ChangeSubscription({ subscription, isRotating, branches, show }: Props) {
  const { id, branches: limit = null } = subscription;
  const t = useTranslations('subscriptions.row');
  const [open, setOpen] = useState<Step | null>(null);
  const { isBusy, outcome, run } = useChange(useProblemText());
  const nameOf = useBranchName(branches);
  const close = () => setOpen(null);
  const rotate = () =>
    run(rotateSubscription(id), (added) => {
      show(added);
      return null;
    });
  const limitTo = async (to: readonly number[] | null) => {
    const isDone = await run(limitSubscription(id, to), () => ({
      text: to === null ? t('unlimited') : t('limitedTo', { branches: to.map(nameOf).join(', ') }),
      undo: () => void run(limitSubscription(id, limit), () => ({ text: t('undone'), undo: null })),
    }));
    if (isDone) close();
  };
  const confirm = async () => {
    if (await run(open === 'finish' ? finishRotation(id) : removeSubscription(id), () => null)) close();
  };
  const buttonOf = (step: Step) => (
    <StepButton step={step} open={open} setOpen={setOpen}>
      {t(step)}
    </StepButton>
  );
  return (
    <>
      <div className="flex flex-wrap gap-2">
        {isRotating ? (
          buttonOf('finish')
        ) : (
          <button type="button" className={BUTTON} aria-disabled={isBusy} onClick={() => isBusy || void rotate()}>
            {t('rotate')}
          </button>
        )}
        {buttonOf('limit')}
        {buttonOf('remove')}
      </div>
      {open === 'limit' && (
        <BranchLimit limit={limit} branches={branches} isBusy={isBusy} save={(to) => void limitTo(to)} cancel={close} />
      )}
      {(open === 'finish' || open === 'remove') && (
        <Confirm
          lead={open === 'finish' ? t('finishLead') : t('removeLead', { id })}
          now={t(`${open}Now`)}
          keep={t('keep')}
          isBusy={isBusy}
          confirm={() => void confirm()}
          cancel={close}
        />
      )}
      <OutcomeLine outcome={outcome} />
    </>
  );
}
