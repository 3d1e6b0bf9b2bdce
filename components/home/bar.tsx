import { useTranslations } from 'use-intl';
import { Brand } from '../brand';
import type { Link } from './link';

const GROUNDS: Readonly<Record<Link, string>> = {
  live: 'border-line bg-ground text-text',
  slow: 'border-warn bg-warn text-ink',
  lost: 'border-late bg-late text-late-text',
};

type Props = {
  link: Link;
  clock: string;
  silentSeconds: number;
  /** Null on a paired screen, where its own views come first. */
  managersAt: string | null;
};

/** The bar: name, and whether the data below is live. Also the place of connection trouble. */
export function Bar({ link, clock, silentSeconds, managersAt }: Props) {
  const t = useTranslations();
  return (
    <header className={`border-b px-6 py-4 transition-colors md:px-10 ${GROUNDS[link]}`}>
      <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-1">
        <Brand />
        {link === 'live' ? (
          <div className="flex flex-wrap items-center gap-x-8 gap-y-1">
            <p className="flex items-center gap-2.5 text-text-quiet">
              <span className="h-2.5 w-2.5 rounded-full bg-ready-edge" aria-hidden="true" />
              {t('link.live', { clock })}
            </p>
            {managersAt && (
              <a href={managersAt} className="py-1 font-semibold underline underline-offset-4">
                {t('link.managers')}
              </a>
            )}
          </div>
        ) : (
          <p className="font-bold text-lg">{t('link.silent', { seconds: silentSeconds, clock })}</p>
        )}
      </div>
    </header>
  );
}
