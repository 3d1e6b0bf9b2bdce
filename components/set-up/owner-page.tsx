'use client';

import { type ReactNode, useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Language } from '../../lib/language';
import { PrintedCodes } from '../account/printed-codes';
import { useAddress } from '../browser-values';
import {
  AttemptForm,
  askAuth,
  NameField,
  NewPasswordField,
  newPasswordTrouble,
  useAttempt,
} from '../login/attempt-form';
import { HomeLink, PlainPage } from '../plain-page';
import type { Fields } from '../ui/form';
import { LanguageButtons } from './language-buttons';
import { SET_UP } from './steps';

/**
 * The link that opened this page: `none` without one, `unknown` for one that Heatlamp does not show now, `taken` once
 * there is an owner.
 */
type SetUpLink = { is: 'none' | 'looking' | 'unknown' | 'taken' | 'unreachable' } | { is: 'good'; token: string };

const AGAIN_MS = 3_000;

/** `chosen` is the language in the address. */
type Props = { chosen: Language | null };

/** The page of the link that Heatlamp prints while it has no owner: who opens it becomes the owner. */
export function OwnerPage({ chosen }: Props) {
  const t = useTranslations('setUp.owner');
  const recovery = useTranslations('recovery');
  const link = useSetUpLink();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const [isTaken, setIsTaken] = useState(false);
  const next = chosen ? `${SET_UP}?lang=${chosen}` : SET_UP;
  if (codes)
    return (
      <PlainPage title={recovery('label')} light="on">
        <PrintedCodes codes={codes} about={recovery('about')} label={recovery('label')} />
        <HomeLink href={next}>{recovery('goOn')}</HomeLink>
      </PlainPage>
    );
  if (isTaken || link.is === 'taken')
    return (
      <Plain title={t('takenTitle')} lead={t('taken')}>
        <HomeLink href={next}>{t('goOn')}</HomeLink>
      </Plain>
    );
  if (link.is === 'good')
    return (
      <PlainPage title={t('title')} light="dim">
        <p className="mt-4 max-w-[44ch] text-pretty text-xl">{t('lead')}</p>
        <OwnerForm token={link.token} onSignedIn={setCodes} onTaken={() => setIsTaken(true)} />
        <LanguageButtons />
      </PlainPage>
    );
  return (
    <Plain title={t('title')} lead={t(link.is)}>
      {link.is === 'none' && <HomeLink href={next}>{t('signIn')}</HomeLink>}
    </Plain>
  );
}

function Plain({ title, lead, children }: { title: string; lead: string; children?: ReactNode }) {
  return (
    <PlainPage title={title} light="off">
      <p role="status" className="mt-4 max-w-[44ch] text-pretty text-xl">
        {lead}
      </p>
      {children}
      <div className="mt-9">
        <LanguageButtons />
      </div>
    </PlainPage>
  );
}

type FormProps = { token: string; onSignedIn: (recoveryCodes: readonly string[]) => void; onTaken: () => void };

function OwnerForm({ token, onSignedIn, onTaken }: FormProps) {
  const t = useTranslations('setUp.owner');
  const login = useTranslations('login');
  const attempt = useAttempt();
  const send = async ({ text, typed }: Fields) => {
    const [name, password] = [text('name'), typed('password')];
    if (name === '' || password === '') return attempt.refuse({ kind: 'empty' });
    const unfit = newPasswordTrouble(password);
    if (unfit) return attempt.refuse(unfit);
    const done = await attempt.send('POST /api/auth/set-up', { token, name, password }, (trouble) => {
      if (trouble.kind === 'owner') onTaken();
    });
    if (done) onSignedIn(done.recoveryCodes);
  };
  return (
    <AttemptForm
      attempt={attempt}
      send={send}
      submit={attempt.isWorking ? login('working') : t('submit')}
      className="mt-7 mb-3 w-full max-w-md"
    >
      <NameField label={t('name')} rule={t('nameRule')} isWrong={attempt.trouble?.kind === 'name'} />
      <NewPasswordField label={login('password')} attempt={attempt} />
    </AttemptForm>
  );
}

/** The token stays in the address until it is used, so that the page can be loaded again. */
function useSetUpLink(): SetUpLink {
  const token = useAddress().hash.slice(1);
  const [link, setLink] = useState<SetUpLink>({ is: 'none' });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    const look = async () => {
      const asked = await askAuth('POST /api/auth/set-up/link', { token });
      if (isOver) return;
      if ('reply' in asked) return setLink({ is: 'good', token });
      const { kind } = asked.trouble;
      if (kind === 'link' || kind === 'owner') return setLink({ is: kind === 'owner' ? 'taken' : 'unknown' });
      setLink({ is: 'unreachable' });
      timer = setTimeout(() => void look(), AGAIN_MS);
    };
    if (token === '') setLink({ is: 'none' });
    else {
      setLink({ is: 'looking' });
      void look();
    }
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [token]);
  return link;
}
