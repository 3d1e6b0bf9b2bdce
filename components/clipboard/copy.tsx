'use client';

import { useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { BUTTON } from '../ui/sheet';

const SHOWN_MS = 2_500;

/** `byHand`: copying was impossible, the user selects and copies. */
type Copied = 'copy' | 'copied' | 'byHand';

/** Names what is copied for screen readers. */
type What = 'url' | 'baseUrl' | 'id' | 'secret' | 'codes' | 'link' | 'body' | 'hash';

/** A button that copies a text shown elsewhere. */
export function CopyButton({ text, what }: { text: string; what: What }) {
  const t = useTranslations('clipboard');
  const { copied, copy } = useCopied();
  return (
    <>
      <button type="button" className={`${BUTTON} shrink-0 print:hidden`} onClick={() => void copy(text)}>
        {t(copied)} <span className="sr-only">{t(what)}</span>
      </button>
      {/* Outside the button, whose name leaves out a live region inside it. */}
      <Announced copied={copied} />
    </>
  );
}

/** A line for a form with a button that copies it, or selects it where copying is impossible. */
export function CopyLine({ text, what }: { text: string; what: What }) {
  const t = useTranslations('clipboard');
  const code = useRef<HTMLElement>(null);
  const { copied, copy } = useCopied();
  const copyOrSelect = async () => {
    if (!(await copy(text)) && code.current) getSelection()?.selectAllChildren(code.current);
  };
  return (
    <div className="flex items-stretch overflow-hidden rounded-lg border border-console-line bg-console text-console-text has-focus-visible:outline-3 has-focus-visible:outline-accent has-focus-visible:outline-offset-3">
      <code
        ref={code}
        className="min-w-0 flex-1 self-center px-4 py-2.5 font-mono text-sm leading-relaxed [overflow-wrap:anywhere]"
      >
        {text}
      </code>
      <button
        type="button"
        onClick={() => void copyOrSelect()}
        className="min-h-12 w-24 shrink-0 border-console-text/25 border-l px-3 font-semibold text-sm outline-none hover:bg-console-text hover:text-ink focus-visible:bg-console-text focus-visible:text-ink"
      >
        {t(copied)} <span className="sr-only">{t(what)}</span>
      </button>
      <Announced copied={copied} />
    </div>
  );
}

function Announced({ copied }: { copied: Copied }) {
  const t = useTranslations('clipboard');
  return (
    <span role="status" className="sr-only">
      {copied === 'copy' ? '' : t(copied)}
    </span>
  );
}

/** The state of a copy button, which returns to `copy` after a moment. `copy` resolves to whether it worked. */
function useCopied(): { copied: Copied; copy: (text: string) => Promise<boolean> } {
  const [copied, setCopied] = useState<Copied>('copy');
  useEffect(() => {
    if (copied === 'copy') return;
    const timer = setTimeout(() => setCopied('copy'), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [copied]);

  async function copy(text: string): Promise<boolean> {
    const hasCopied = await copyText(text);
    setCopied(hasCopied ? 'copied' : 'byHand');
    return hasCopied;
  }
  return { copied, copy };
}

/**
 * Copies text to the clipboard. Call it in a click handler. `navigator.clipboard` exists only on https and localhost,
 * and a restaurant's network is plain http: there, it copies a selection.
 * @returns whether it worked
 */
async function copyText(text: string): Promise<boolean> {
  if (navigator.clipboard) {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      // A policy or missing focus may forbid it; copying a selection may still work.
    }
  }
  return copyBySelection(text);
}

function copyBySelection(text: string): boolean {
  const focused = document.activeElement;
  const field = document.createElement('textarea');
  field.value = text;
  field.readOnly = true; // else a tablet opens its keyboard
  field.setAttribute('aria-hidden', 'true');
  field.style.cssText = 'position:fixed;inset:0 auto auto 0;opacity:0;font-size:16px';
  document.body.append(field);
  field.focus({ preventScroll: true });
  field.select();
  try {
    return document.execCommand('copy');
  } catch {
    return false;
  } finally {
    field.remove();
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  }
}
