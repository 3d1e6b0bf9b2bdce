'use client';

import { Fragment, useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { copyText } from '../clipboard/copy-text';
import { Copyable } from '../clipboard/copyable';
import { commandParts } from '../home/command-parts';
import { BUTTON } from '../manager/page-head';

const SHOWN_MS = 2_500;

type What = 'url' | 'id' | 'command' | 'body' | 'hash';

/** A button that copies a text shown elsewhere. */
export function CopyButton({ text, what }: { text: string; what: What }) {
  const t = useTranslations('deliveries.copy');
  const [said, setSaid] = useState<'copy' | 'copied' | 'byHand'>('copy');
  useEffect(() => {
    if (said === 'copy') return;
    const timer = setTimeout(() => setSaid('copy'), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [said]);
  return (
    <button
      type="button"
      className={`${BUTTON} shrink-0 print:hidden`}
      onClick={async () => setSaid((await copyText(text)) ? 'copied' : 'byHand')}
    >
      <span role="status">{t(said)}</span> <span className="sr-only">{t(what)}</span>
    </button>
  );
}

/** A line of text with a copy button. */
export function CopyLine({ text, what }: { text: string; what: What }) {
  const t = useTranslations('deliveries.copy');
  return (
    <Copyable text={text} what={t(what)} labels={{ 'not-yet': t('copy'), copied: t('copied'), 'by-hand': t('byHand') }}>
      {what === 'command'
        ? commandParts(text).map((part) => (
            <Fragment key={part.at}>
              {part.at > 0 && ' '}
              {part.isBlank ? (
                <mark className="whitespace-nowrap rounded-sm bg-amber px-1 text-ink">{part.text}</mark>
              ) : (
                <span className="whitespace-nowrap">{part.text}</span>
              )}
            </Fragment>
          ))
        : text}
    </Copyable>
  );
}
