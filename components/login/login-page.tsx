'use client';

import { useState } from 'react';
import { PlainPage } from '../plain-page';
import type { Language } from '../words/language';
import { loginWords } from '../words/login-words';
import { nextPage } from './next-page';
import { SetPasswordForm } from './set-password-form';
import { SignInForm } from './sign-in-form';
import { SignedIn } from './signed-in';
import { useLink } from './use-link';

type Props = {
  language: Language;
  chosen: Language | null;
  /** The user who is already signed in. */
  name: string | null;
  /** The page that redirected here, from the address. */
  asked: string | null;
};

/** Page where managers sign in, or set their password with a link. */
export function LoginPage({ language, chosen, name, asked }: Props) {
  const say = loginWords(language);
  const link = useLink();
  const [left, setLeft] = useState<'here' | 'everywhere' | null>(null);
  const [isIn, setIsIn] = useState(false);
  const next = nextPage(asked, chosen);
  const goOn = () => {
    setIsIn(true);
    // The next page is rendered by the server for the signed-in user.
    window.location.replace(next);
  };

  if (link.is === 'good')
    return (
      <PlainPage title={say('login.welcome', { name: link.name })} light={isIn ? 'on' : 'dim'}>
        <Lead>{say('login.choose', { name: link.name })}</Lead>
        <SetPasswordForm say={say} name={link.name} token={link.token} whenIn={goOn} />
      </PlainPage>
    );
  if (link.is === 'looking')
    return (
      <PlainPage title={say('login.title')} light="dim">
        <Lead>{say('login.checkingLink')}</Lead>
      </PlainPage>
    );
  if (name !== null && left === null && link.is === 'none')
    return (
      <PlainPage title={say('login.signedIn', { name })} light="on">
        <Lead>{say('login.signedInLead')}</Lead>
        <SignedIn say={say} next={next} whenOut={(everywhere) => setLeft(everywhere ? 'everywhere' : 'here')} />
      </PlainPage>
    );
  const lead = left === null ? 'login.lead' : left === 'here' ? 'login.signedOut' : 'login.signedOutEverywhere';
  return (
    <PlainPage title={say('login.title')} light={isIn ? 'on' : 'off'}>
      <Lead>{say(lead)}</Lead>
      <SignInForm say={say} first={link.is === 'bad' ? link.trouble : null} whenIn={goOn} />
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
