'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { PageHead, Sheet } from '../manager/page-head';
import { useMoment } from '../time/use-when';
import { BackupCodes } from './backup-codes';
import { LanguageChoice } from './language-choice';
import { PasswordStep } from './password-step';
import { RemoveForm } from './remove-form';
import { ScanStep } from './scan-step';

type Props = {
  name: string;
  isOwner: boolean;
  /** Null without one. */
  secondFactor: { confirmedAt: string; backupCodes: number } | null;
  /** Server time, epoch ms. */
  now: number;
  timeZone: string;
};

type Step =
  | { is: 'off' }
  | { is: 'scan'; address: string }
  | { is: 'added'; backupCodes: readonly string[] }
  | { is: 'on'; confirmedAt: string; backupCodes: number }
  | { is: 'removed' };

/** The second factor of the signed-in manager, and the language of this device. */
export function AccountPage({ name, isOwner, secondFactor, now, timeZone }: Props) {
  const t = useTranslations('account');
  const moment = useMoment(timeZone);
  const [step, setStep] = useState<Step>(secondFactor ? { is: 'on', ...secondFactor } : { is: 'off' });
  const router = useRouter();
  const setChanged = (changed: Step) => {
    setStep(changed);
    // The frame around the page says whether the account has a second factor.
    router.refresh();
  };
  return (
    <>
      <PageHead title={t('title')} lead={t('lead', { name })} />
      <div className="grid max-w-2xl gap-6">
        <Sheet title={t('factor.title')} lead={t('factor.about')}>
          <p role="status" className="font-semibold">
            {step.is === 'on' &&
              t('factor.on', {
                when: moment(Date.parse(step.confirmedAt), Math.max(now, Date.parse(step.confirmedAt))),
                codes: step.backupCodes,
              })}
            {step.is === 'added' && t('factor.added')}
            {step.is === 'removed' && t('factor.removed')}
            {step.is === 'off' && t(isOwner ? 'factor.offOwner' : 'factor.off')}
          </p>
          {(step.is === 'off' || step.is === 'removed') && (
            <PasswordStep name={name} onBegun={(address) => setStep({ is: 'scan', address })} />
          )}
          {step.is === 'scan' && (
            <ScanStep address={step.address} onAdded={(backupCodes) => setChanged({ is: 'added', backupCodes })} />
          )}
          {step.is === 'added' && <BackupCodes codes={step.backupCodes} />}
          {step.is === 'on' && <RemoveForm onRemoved={() => setChanged({ is: 'removed' })} />}
        </Sheet>
        <LanguageChoice />
      </div>
    </>
  );
}
