import { useTranslations } from 'use-intl';
import { CopyLine } from '../clipboard/copy';
import { COMMANDS } from './commands';

/**
 * For a device that is not a screen: what this is, and how to add a screen. The command appears only if it is the next
 * step.
 */
export function About({ hasCommand }: { hasCommand: boolean }) {
  const t = useTranslations();
  return (
    <section className="grid gap-x-10 gap-y-8 rounded-xl border border-line bg-sheet px-6 py-6 md:px-8 md:py-7 lg:grid-cols-[2fr_3fr]">
      <div>
        <h2 className="font-bold text-xl tracking-tight">{t('about.title')}</h2>
        <p className="mt-2 text-pretty text-text-quiet">{t('about.lead')}</p>
      </div>
      <div className="min-w-0">
        <h2 className="font-bold text-xl tracking-tight">{t('about.getIn')}</h2>
        <p className="mt-2 text-pretty text-text-quiet">{t('about.how')}</p>
        {hasCommand && (
          <>
            <p className="mt-4 mb-2">{t('about.command')}</p>
            <CopyLine text={COMMANDS.screen} what="command" />
          </>
        )}
        <PairHere />
      </div>
    </section>
  );
}

/** To the page that makes a screen of this device without a link. */
export function PairHere() {
  const t = useTranslations('about');
  return (
    <p className="mt-4">
      <a href="/pair" className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4">
        {t('code')}
      </a>
    </p>
  );
}
