'use client';

import { useState } from 'react';
import { IntlProvider, useTranslations } from 'use-intl';
import type { Language } from '../../lib/language';
import { loginMessages } from '../../messages/areas/login';
import { useQueryText } from '../browser-values';
import { PlainPage } from '../plain-page';
import type { SignInReply, Trouble } from './auth-over-http';
import { CodeForm } from './code-form';
import { nextPage } from './next-page';
import { SetPasswordForm } from './set-password-form';
import { SignInForm } from './sign-in-form';
import { SignedIn } from './signed-in';
import { type Link, useLink } from './use-link';

type Props = {
  language: Language;
  chosen: Language | null;
  /** The user who is already signed in. */
  name: string | null;
};

/** Page where managers sign in, or set their password with a link. */
export function LoginPage(props: Props) {
  return (
    <IntlProvider locale={props.language} messages={loginMessages[props.language]} timeZone="UTC">
      <Login {...props} />
    </IntlProvider>
  );
}

function Login({ chosen, name }: Props) {
  const t = useTranslations('login');
  const opened = useLink();
  const [left, setLeft] = useState<'here' | 'everywhere' | null>(null);
  const [isIn, setIsIn] = useState(false);
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
  const lead =
    left === null ? (query.has('ended') ? 'ended' : 'lead') : left === 'here' ? 'signedOut' : 'signedOutEverywhere';
  return (
    <PlainPage title={t('title')} light={isIn ? 'on' : 'off'}>
      <Lead>{t(lead)}</Lead>
      <SignInForm first={link.is === 'bad' ? link.trouble : null} goOn={goOn} />
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
