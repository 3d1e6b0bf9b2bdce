import { useEffect, useState } from 'react';
import { copyText } from './copy-text';

const SHOWN_MS = 2_500;

/** `byHand`: copying was impossible, the user selects and copies. */
export type Copied = 'copy' | 'copied' | 'byHand';

/** The state of a copy button, which returns to `copy` after a moment. `copy` resolves to whether it worked. */
export function useCopied(): { copied: Copied; copy: (text: string) => Promise<boolean> } {
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
