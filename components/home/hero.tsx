import { Fragment } from 'react';
import { useTranslations } from 'use-intl';
import { Lamp, type Light } from './lamp';

/** The headline beside the lamp. A title breaks between its sentences before it breaks within one. */
export function Hero({
  title,
  lead,
  note,
  light,
}: {
  title: readonly string[];
  lead: string;
  note?: string | null;
  light: Light;
}) {
  const t = useTranslations();
  return (
    <div className="grid grid-cols-[1fr_auto] gap-8">
      <div className="min-w-0 self-center py-10 md:py-12">
        <h1 className="font-bold text-4xl leading-[1.1] font-stretch-90% tracking-tight [overflow-wrap:anywhere] md:text-5xl">
          {title.map((sentence) => (
            <Fragment key={sentence}>
              <span className="inline-block text-balance">{sentence}</span>{' '}
            </Fragment>
          ))}
        </h1>
        <p className="mt-4 text-pretty text-xl [overflow-wrap:anywhere] md:text-2xl">{lead}</p>
        {note && <p className="mt-3 text-pretty text-lg text-text-quiet">{note}</p>}
        <noscript>
          <p className="mt-3 text-lg">{t('link.noScript')}</p>
        </noscript>
      </div>
      <Lamp light={light} />
    </div>
  );
}
