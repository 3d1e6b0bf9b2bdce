'use client';

import { parse, stringify } from 'lossless-json';
import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import type { ListedDelivery } from '../../contract/deliveries';
import { CopyButton } from '../clipboard/copy';

const TEXT =
  'max-h-[32rem] overflow-auto rounded-lg border border-line bg-sheet p-3 font-mono text-sm leading-relaxed [overflow-wrap:anywhere]';

type Props = { delivery: Pick<ListedDelivery, 'body' | 'bodyBase64'> };

/** A message, pretty-printed and as its exact bytes. It contains guests' names, so all of it is rendered as text. */
export function DeliveryBody({ delivery: { body, bodyBase64 } }: Props) {
  const t = useTranslations('deliveries.detail');
  const readable = useMemo(() => (body === null ? null : prettyJson(body)), [body]);
  const exact = body ?? bodyBase64 ?? '';
  const title =
    body === null
      ? t('exactBase64', { count: bytesOfBase64(exact) })
      : t('exact', { count: new TextEncoder().encode(body).length });
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      <section className="min-w-0">
        <h3 className="flex min-h-11 items-center font-semibold">{t('readable')}</h3>
        {readable === null ? (
          <p className="text-text-quiet">{t('noReadable')}</p>
        ) : (
          <Text label={t('readable')} text={readable} />
        )}
      </section>
      <section className="min-w-0">
        <div className="flex min-h-11 items-center justify-between gap-4">
          <h3 className="font-semibold">{title}</h3>
          <CopyButton text={exact} what="body" />
        </div>
        <Text label={title} text={exact} />
      </section>
    </div>
  );
}

/** Text that may overflow its box, which the keyboard can scroll. */
function Text({ label, text }: { label: string; text: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area must be reachable by keyboard
    <section className={TEXT} tabIndex={0} aria-label={label}>
      <pre className="whitespace-pre-wrap font-mono">{text}</pre>
    </section>
  );
}

function bytesOfBase64(text: string): number {
  return (text.length / 4) * 3 - (text.match(/=*$/)?.[0].length ?? 0);
}

/** Pretty-prints JSON with every digit of its numbers; null if the text is not JSON. */
export function prettyJson(text: string): string | null {
  try {
    return stringify(parse(text), null, 2) ?? null;
  } catch {
    return null;
  }
}
