'use client';

import { useTranslations } from 'use-intl';
import type { SignInReply } from '../../contract/api';
import type { Fields } from '../ui/form';
import {
  AttemptForm,
  CodeField,
  NameField,
  NewPasswordField,
  newPasswordTrouble,
  PasswordField,
  QuietButton,
  type Trouble,
  useAttempt,
  useCodeForm,
} from './attempt-form';

const FORM = 'mt-7 w-full max-w-md';

type CodeFormProps = {
  challenge: string;
  onSignedIn: () => void;
  /** The password has to be entered again. */
  onExpired: (trouble: Trouble) => void;
};

type SetPasswordFormProps = { name: string; token: string; goOn: (reply: SignInReply) => void };

type SignInFormProps = { first: Trouble | null; goOn: (reply: SignInReply) => void; recover: () => void };

/** Signs in by name and password. */
export function SignInForm({ first, goOn, recover }: SignInFormProps) {
  const t = useTranslations('login');
  const attempt = useAttempt(first);
  const isWrong = attempt.trouble?.kind === 'wrong';
  const send = async ({ text, typed }: Fields) => {
    const [name, password] = [text('name'), typed('password')];
    if (name === '' || password === '') return attempt.refuse({ kind: 'empty' });
    const reply = await attempt.send('POST /api/auth/sign-in', { name, password });
    if (reply) goOn(reply);
  };
  return (
    <AttemptForm
      attempt={attempt}
      send={send}
      submit={t(attempt.isWorking ? 'working' : 'submit')}
      className={FORM}
      footer={
        <>
          <p className="text-pretty text-text-quiet">{t('lost')}</p>
          <QuietButton press={recover}>{t('recover')}</QuietButton>
        </>
      }
    >
      <NameField label={t('name')} isWrong={isWrong} />
      <PasswordField label={t('password')} isNew={false} isWrong={isWrong} />
    </AttemptForm>
  );
}

/** Replaces the password of an owner with a recovery code, and signs them in. */
export function RecoverForm({ goOn, cancel }: { goOn: (reply: SignInReply) => void; cancel: () => void }) {
  const t = useTranslations('login');
  const attempt = useAttempt();
  const send = async ({ text, typed }: Fields) => {
    const [name, code, password] = [text('name'), text('code'), typed('password')];
    if (name === '' || code === '') return attempt.refuse({ kind: 'empty' });
    const trouble = newPasswordTrouble(password);
    if (trouble) return attempt.refuse(trouble);
    const reply = await attempt.send('POST /api/auth/recover', { name, code, password });
    if (reply) goOn(reply);
  };
  return (
    <AttemptForm
      attempt={attempt}
      send={send}
      submit={t(attempt.isWorking ? 'working' : 'setPassword')}
      className={FORM}
      footer={<QuietButton press={cancel}>{t('back')}</QuietButton>}
    >
      <NameField label={t('name')} isWrong={attempt.trouble?.kind === 'recovery'} />
      <CodeField label={t('recoveryCode')} isWrong={attempt.trouble?.kind === 'recovery'} />
      <NewPasswordField label={t('newPassword')} attempt={attempt} />
    </AttemptForm>
  );
}

/** Sets the password of the user of a link, and signs them in. */
export function SetPasswordForm({ name, token, goOn }: SetPasswordFormProps) {
  const t = useTranslations('login');
  const attempt = useAttempt();
  const send = async ({ typed }: Fields) => {
    const password = typed('password');
    const trouble = newPasswordTrouble(password);
    if (trouble) return attempt.refuse(trouble);
    const reply = await attempt.send('POST /api/auth/set-password', { token, password });
    if (reply) goOn(reply);
  };
  return (
    <AttemptForm
      attempt={attempt}
      send={send}
      submit={t(attempt.isWorking ? 'working' : 'setPassword')}
      className={FORM}
    >
      {/* Tells password managers whose password this is. */}
      <input type="hidden" name="name" autoComplete="username" value={name} readOnly />
      <NewPasswordField label={t('newPassword')} attempt={attempt} />
    </AttemptForm>
  );
}

/** Asks for the code of the second factor, after a right password. */
export function CodeForm({ challenge, onSignedIn, onExpired }: CodeFormProps) {
  const t = useTranslations('login');
  const attempt = useAttempt();
  const { field, send } = useCodeForm(async (code) => {
    if (code === '') {
      attempt.refuse({ kind: 'code' });
      return false;
    }
    const isIn = await attempt.send('POST /api/auth/second-factor', { challenge, code }, (trouble) => {
      if (trouble.kind === 'expired') onExpired(trouble);
    });
    if (isIn) onSignedIn();
    return !isIn;
  });
  return (
    <AttemptForm
      attempt={attempt}
      send={send}
      submit={t(attempt.isWorking ? 'working' : 'submit')}
      className={FORM}
      footer={<p className="text-pretty text-text-quiet">{t('lostDevice')}</p>}
    >
      <CodeField field={field} label={t('code')} isWrong={attempt.trouble?.kind === 'code'} />
    </AttemptForm>
  );
}
