'use client';

import { useTranslations } from 'use-intl';
import type { CourseDelivery } from '../../contract/history';
import { CopyButton } from '../clipboard/copy';

const TEXT =
  'overflow-auto rounded-lg border border-line bg-sheet p-3 font-mono text-sm leading-relaxed [overflow-wrap:anywhere] whitespace-pre-wrap';

/** A message, pretty-printed and as its exact bytes. It contains guests' names, so all of it is rendered as text. */
export function Body({ delivery: { body, pretty, bytes, bodySha256, erasedAt } }: { delivery: CourseDelivery }) {
  const t = useTranslations('course');
  if (erasedAt !== null) return <p className="px-4 pb-4">{t('erased')}</p>;
  if (body === null) return <p className="px-4 pb-4">{t('noText')}</p>;
  return (
    <div className="grid gap-4 px-4 pb-4 lg:grid-cols-2">
      {pretty !== null && (
        <section className="min-w-0">
          <h3 className="flex min-h-11 items-center font-semibold">{t('readable')}</h3>
          <pre className={TEXT}>{pretty}</pre>
        </section>
      )}
      <section className="min-w-0">
        <h3 className="flex min-h-11 items-center justify-between gap-4 font-semibold">
          {t('exact', { count: bytes })}
          <CopyButton text={body} what="body" />
        </h3>
        <pre className={TEXT}>{body}</pre>
        <p className="mt-2 text-sm text-text-quiet [overflow-wrap:anywhere]">
          {t('hash')} {bodySha256}
        </p>
      </section>
    </div>
  );
}
