'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { LANGUAGE_NAMES, LANGUAGES } from '../../lib/language';
import { CopyButton } from '../clipboard/copy';
import { AttemptForm, CodeField, PasswordField, useAttempt, useCodeForm } from '../login/attempt-form';
import { QrCode } from '../qr-code';
import { chooseLanguage } from '../set-up/language-buttons';
import { useMoment } from '../time/when';
import { type Fields, SelectField } from '../ui/form';
import { PageHead, Sheet } from '../ui/sheet';
import { PrintedCodes } from './printed-codes';

type ScanStepProps = {
  /** What the QR code tells the authenticator app. */
  address: string;
  onAdded: (backupCodes: readonly string[]) => void;
};

type PasswordStepProps = { name: string; onBegun: (address: string) => void };

type Props = {
  name: string;
  isOwner: boolean;
  /** How many recovery codes are left. */
  recoveryCodes: number;
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
export function AccountPage({ name, isOwner, recoveryCodes, secondFactor, now, timeZone }: Props) {
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
          {step.is === 'added' && (
            <PrintedCodes codes={step.backupCodes} about={t('backup.about')} label={t('backup.label')} />
          )}
          {step.is === 'on' && <RemoveForm onRemoved={() => setChanged({ is: 'removed' })} />}
        </Sheet>
        {isOwner && (
          <RecoveryCodes name={name} hasSecondFactor={step.is === 'on' || step.is === 'added'} left={recoveryCodes} />
        )}
        <LanguageChoice />
      </div>
    </>
  );
}

/** Chooses the language of this device, for pages whose address names none. */
function LanguageChoice() {
  const t = useTranslations('account.language');
  return (
    <Sheet title={t('title')} lead={t('about')}>
      <SelectField
        label={t('title')}
        value={useLocale()}
        choose={chooseLanguage}
        options={LANGUAGES.map((language) => ({ value: language, label: LANGUAGE_NAMES[language] }))}
      />
    </Sheet>
  );
}

/** Removes the second factor, with one of its codes. */
function RemoveForm({ onRemoved }: { onRemoved: () => void }) {
  const t = useTranslations('account');
  const attempt = useAttempt();
  const send = async ({ text }: Fields) => {
    if (await attempt.send('POST /api/auth/second-factor/remove', { code: text('code') })) onRemoved();
  };
  return (
    <details className="mt-5">
      <summary className="min-h-11 cursor-pointer py-2 underline underline-offset-4">{t('remove.open')}</summary>
      <AttemptForm attempt={attempt} send={send} submit={t('remove.submit')} className="mt-2 max-w-md">
        <CodeField label={t('remove.code')} isWrong={attempt.trouble?.kind === 'code'} />
      </AttemptForm>
    </details>
  );
}

/** First step: the password, so that an unlocked browser is not enough. */
function PasswordStep({ name, onBegun }: PasswordStepProps) {
  const t = useTranslations('account');
  const attempt = useAttempt();
  const send = async ({ typed }: Fields) => {
    const begun = await attempt.send('POST /api/auth/second-factor/begin', { password: typed('password') });
    if (begun) onBegun(begun.address);
  };
  return (
    <AttemptForm attempt={attempt} send={send} submit={t('begin')} className="mt-5 max-w-md">
      <input type="hidden" name="name" autoComplete="username" value={name} readOnly />
      <PasswordField label={t('password')} isNew={false} isWrong={attempt.trouble?.kind === 'wrong'} />
    </AttemptForm>
  );
}

/** Makes new recovery codes for an owner, after the password and the second factor. */
function RecoveryCodes({ name, hasSecondFactor, left }: { name: string; hasSecondFactor: boolean; left: number }) {
  const t = useTranslations('recovery');
  const attempt = useAttempt();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const send = async ({ typed, text }: Fields) => {
    const made = await attempt.send('POST /api/auth/recovery-codes', {
      password: typed('password'),
      code: text('code'),
    });
    if (made) setCodes(made.recoveryCodes);
  };
  return (
    <Sheet title={t('label')} lead={t('lead')}>
      <p role="status" className="font-semibold">
        {codes ? t('made') : t('left', { count: left })}
      </p>
      {codes ? (
        <PrintedCodes codes={codes} about={t('about')} label={t('label')} />
      ) : (
        <details className="mt-3">
          <summary className="min-h-11 cursor-pointer py-2 underline underline-offset-4">{t('open')}</summary>
          <AttemptForm attempt={attempt} send={send} submit={t('make')} className="mt-2 max-w-md">
            <input type="hidden" name="name" autoComplete="username" value={name} readOnly />
            <PasswordField label={t('password')} isNew={false} isWrong={attempt.trouble?.kind === 'wrong'} />
            {hasSecondFactor && <CodeField label={t('factor')} isWrong={attempt.trouble?.kind === 'code'} />}
          </AttemptForm>
        </details>
      )}
    </Sheet>
  );
}

/** Second step: the app scans the code, and its first code is entered. */
function ScanStep({ address, onAdded }: ScanStepProps) {
  const t = useTranslations('account');
  const attempt = useAttempt();
  const { field, send } = useCodeForm(async (code) => {
    const added = await attempt.send('POST /api/auth/second-factor/confirm', { code });
    if (added) onAdded(added.backupCodes);
    return !added;
  });
  const key = new URL(address).searchParams.get('secret') ?? '';
  return (
    <div className="mt-5 flex flex-col gap-4">
      <p className="max-w-prose text-pretty">{t('scan')}</p>
      <div className="w-60 overflow-hidden rounded-lg">
        <QrCode text={address} label={t('qr')} />
      </div>
      <p className="max-w-prose text-pretty text-text-quiet">
        {t('orType')} <code className="wrap-anywhere font-semibold text-text">{key.match(/.{1,4}/g)?.join(' ')}</code>
      </p>
      <div>
        <CopyButton text={key} what="secret" />
      </div>
      <AttemptForm attempt={attempt} send={send} submit={t('confirm')} className="max-w-md">
        <CodeField field={field} label={t('firstCode')} isWrong={attempt.trouble?.kind === 'code'} />
      </AttemptForm>
    </div>
  );
}
