'use client';

import { type ReactNode, useEffect, useRef, useState } from 'react';
import { copyText } from './copy-text';

const SHOWN_MS = 2_500;

type Copied = 'not-yet' | 'copied' | 'by-hand';

/** Text of the button in each state. A screen reader also hears what it copies. */
export type CopyLabels = Readonly<Record<Copied, string>>;

/** Line for a console or a form, with a button that copies it, or selects it if copying is impossible. */
export function Copyable({
  text,
  what,
  labels,
  children,
}: {
  text: string;
  what: string;
  labels: CopyLabels;
  children?: ReactNode;
}) {
  const code = useRef<HTMLElement>(null);
  const [copied, setCopied] = useState<Copied>('not-yet');

  useEffect(() => {
    if (copied === 'not-yet') return;
    const timer = setTimeout(() => setCopied('not-yet'), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [copied]);

  async function copy(): Promise<void> {
    const hasCopied = await copyText(text);
    if (!hasCopied && code.current) getSelection()?.selectAllChildren(code.current);
    setCopied(hasCopied ? 'copied' : 'by-hand');
  }

  return (
    <div className="flex items-stretch overflow-hidden rounded-lg border border-console-line bg-console text-console-text has-focus-visible:outline-3 has-focus-visible:outline-accent has-focus-visible:outline-offset-3">
      <code
        ref={code}
        className="min-w-0 flex-1 self-center px-4 py-2.5 font-mono text-sm leading-relaxed [overflow-wrap:anywhere]"
      >
        {children ?? text}
      </code>
      <button
        type="button"
        onClick={() => void copy()}
        className="min-h-12 w-24 shrink-0 border-console-text/25 border-l px-3 font-semibold text-sm outline-none hover:bg-console-text hover:text-ink focus-visible:bg-console-text focus-visible:text-ink"
      >
        {labels[copied]} <span className="sr-only">{what}</span>
      </button>
      <span role="status" className="sr-only">
        {copied === 'not-yet' ? '' : labels[copied]}
      </span>
    </div>
  );
}
