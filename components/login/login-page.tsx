'use client';

import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { SignInReply } from '../../contract/api';
import type { Language } from '../../lib/language';
import { useQueryText } from '../browser-values';
import { PlainPage } from '../plain-page';
import type { Fields } from '../ui/form';
import {
  AttemptForm,
  askAuth,
  CodeField,
  NameField,
  NewPasswordField,
  newPasswordTrouble,
  PasswordField,
  QuietButton,
  type Trouble,
  TroubleLine,
  useAttempt,
  useCodeForm,
} from './attempt-form';

/** The one-time link that opened this page. */
type Link =
  | { is: 'none' }
  | { is: 'looking' }
  | { is: 'good'; token: string; name: string }
  | { is: 'bad'; trouble: Trouble };

type SignedInProps = { next: string; onSignedOut: (everywhere: boolean) => void };

type Props = {
  /** The language in the address. */
  chosen: Language | null;
  /** The user who is already signed in. */
  name: string | null;
};

/** Page where managers sign in, or set their password with a link. */
export function LoginPage({ chosen, name }: Props) {
  const t = useTranslations('login');
  const opened = useLink();
  const [left, setLeft] = useState<'here' | 'everywhere' | null>(null);
  const [isIn, setIsIn] = useState(false);
  const [isRecovering, setIsRecovering] = useState(false);
  const [asked, setAsked] = useState<{ challenge: string } | { expired: Trouble } | null>(null);
  const query = new URLSearchParams(useQueryText());
  const next = nextPage(query.get('next'), chosen);
  const enter = () => {
    setIsIn(true);
    // The next page is rendered by the server for the signed-in user.
    window.location.replace(next);
  };
  const goOn = (reply: SignInReply) => ('challenge' in reply ? setAsked(reply) : enter());

  if (asked && 'challenge' in asked)
    return (
      <PlainPage title={t('title')} light={isIn ? 'on' : 'dim'}>
        <Lead>{t('codeLead')}</Lead>
        <CodeForm challenge={asked.challenge} onSignedIn={enter} onExpired={(expired) => setAsked({ expired })} />
      </PlainPage>
    );
  // A link works once: after it was used, the password is entered again.
  const link: Link = asked ? { is: 'bad', trouble: asked.expired } : opened;
  if (link.is === 'good')
    return (
      <PlainPage title={t('welcome', { name: link.name })} light={isIn ? 'on' : 'dim'}>
        <Lead>{t('choose', { name: link.name })}</Lead>
        <SetPasswordForm name={link.name} token={link.token} goOn={goOn} />
      </PlainPage>
    );
  if (link.is === 'looking')
    return (
      <PlainPage title={t('title')} light="dim">
        <Lead>{t('checkingLink')}</Lead>
      </PlainPage>
    );
  if (name !== null && left === null && link.is === 'none')
    return (
      <PlainPage title={t('signedIn', { name })} light="on">
        <Lead>{t('signedInLead')}</Lead>
        <SignedIn next={next} onSignedOut={(everywhere) => setLeft(everywhere ? 'everywhere' : 'here')} />
      </PlainPage>
    );
  if (isRecovering)
    return (
      <PlainPage title={t('recoverTitle')} light={isIn ? 'on' : 'off'}>
        <Lead>{t('recoverLead')}</Lead>
        <RecoverForm goOn={goOn} cancel={() => setIsRecovering(false)} />
      </PlainPage>
    );
  const lead =
    left === null ? (query.has('ended') ? 'ended' : 'lead') : left === 'here' ? 'signedOut' : 'signedOutEverywhere';
  return (
    <PlainPage title={t('title')} light={isIn ? 'on' : 'off'}>
      <Lead>{t(lead)}</Lead>
      <SignInForm first={link.is === 'bad' ? link.trouble : null} goOn={goOn} recover={() => setIsRecovering(true)} />
    </PlainPage>
  );
}

function Lead({ children }: { children: string }) {
  return (
    <p role="status" className="mt-4 max-w-[44ch] text-pretty text-xl">
      {children}
    </p>
  );
}

/** Links for a user who is already signed in: continue, or sign out. */
function SignedIn({ next, onSignedOut }: SignedInProps) {
  const t = useTranslations('login');
  const attempt = useAttempt();
  const leave = async (everywhere: boolean) => {
    if (await attempt.send('POST /api/auth/sign-out', { everywhere })) onSignedOut(everywhere);
  };
  return (
    <div className="mt-7 flex w-full max-w-md flex-col gap-4">
      <a
        href={next}
        className="min-h-12 rounded-lg bg-accent px-5 py-2.5 text-center font-semibold text-on-accent hover:underline"
      >
        {t('goOn')}
      </a>
      <QuietButton press={() => leave(false)}>{t('signOut')}</QuietButton>
      <QuietButton press={() => leave(true)}>{t('signOutEverywhere')}</QuietButton>
      <TroubleLine trouble={attempt.trouble} waitSeconds={attempt.waitSeconds} />
    </div>
  );
}

/**
 * Removes the token from the address, where others could see it and the history would keep it, and asks for its user. A
 * new link in the same page is handled too.
 */
function useLink(): Link {
  const [link, setLink] = useState<Link>({ is: 'none' });

  useEffect(() => {
    const take = async () => {
      const token = window.location.hash.slice(1);
      if (token === '') return;
      window.history.replaceState(window.history.state, '', `${window.location.pathname}${window.location.search}`);
      setLink({ is: 'looking' });
      const asked = await askAuth('POST /api/auth/link', { token });
      setLink('reply' in asked ? { is: 'good', token, name: asked.reply.name } : { is: 'bad', trouble: asked.trouble });
    };
    void take();
    window.addEventListener('hashchange', take);
    return () => window.removeEventListener('hashchange', take);
  }, []);

  return link;
}

const OWN = 'http://own';
const FIRST_PAGE = '/manager';

/**
 * Where to go after signing in: the wanted page if it is of this server, else the first page of managers. Other
 * origins are refused, so that a link to the sign-in page cannot redirect elsewhere. A chosen language is kept.
 */
export function nextPage(wanted: string | null, chosen: Language | null): string {
  const target = wanted?.startsWith('/') && URL.canParse(wanted, OWN) ? new URL(wanted, OWN) : null;
  const isOwn = target?.origin === OWN && !target.pathname.startsWith('//');
  const url = target && isOwn ? target : new URL(FIRST_PAGE, OWN);
  if (chosen && !url.searchParams.has('lang')) url.searchParams.set('lang', chosen);
  return `${url.pathname}${url.search}${url.hash}`;
}

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
function SignInForm({ first, goOn, recover }: SignInFormProps) {
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
function RecoverForm({ goOn, cancel }: { goOn: (reply: SignInReply) => void; cancel: () => void }) {
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
function SetPasswordForm({ name, token, goOn }: SetPasswordFormProps) {
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
function CodeForm({ challenge, onSignedIn, onExpired }: CodeFormProps) {
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
