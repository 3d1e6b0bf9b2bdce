import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Copyable } from '../clipboard/copyable';

/** A line of text with a copy button, in the messages of the home page. */
export function CopyLine({
  text,
  what,
  children,
}: {
  text: string;
  what: 'baseUrl' | 'command';
  children?: ReactNode;
}) {
  const t = useTranslations();
  const labels = { 'not-yet': t('copy.copy'), copied: t('copy.copied'), 'by-hand': t('copy.byHand') };
  return (
    <Copyable text={text} what={t(`copy.${what}`)} labels={labels}>
      {children}
    </Copyable>
  );
}
