import { useTranslations } from 'use-intl';
import { signOut } from './auth-over-http';
import { QuietButton } from './fields';
import { TroubleLine } from './trouble-line';
import { useAttempt } from './use-attempt';

type Props = { next: string; onSignedOut: (everywhere: boolean) => void };

/** Links for a user who is already signed in: continue, or sign out. */
export function SignedIn({ next, onSignedOut }: Props) {
  const t = useTranslations('login');
  const attempt = useAttempt();
  const leave = async (everywhere: boolean) => {
    if (await attempt.make(() => signOut(everywhere))) onSignedOut(everywhere);
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
