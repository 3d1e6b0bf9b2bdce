import type { ReactNode } from 'react';
import { Copyable } from '../clipboard/copyable';
import { useSay } from './say';

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
  const say = useSay();
  const words = { 'not-yet': say('copy.copy'), copied: say('copy.copied'), 'by-hand': say('copy.byHand') };
  return (
    <Copyable text={text} what={say(`copy.${what}`)} words={words}>
      {children}
    </Copyable>
  );
}
