'use client';

import { type ReactNode, useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Branch } from '../../contract/overview';
import { waysOutMessages } from '../../messages/areas/ways-out';
import { askOverview } from '../home/answer';
import { WithMessages } from '../messages/with-messages';
import type { ScreenOptions } from './screen-options';

type Props = {
  options: ScreenOptions;
  choose: (branch: number) => void;
  /** Shown if no branch can be offered. */
  children: ReactNode;
};

/** Buttons for choosing a branch, if the address names none or one that this screen may not show. */
export function BranchChoice({ options, choose, children }: Props) {
  const branches = useBranches();
  if (branches === null) return null;
  if (branches.length === 0) return children;
  return (
    <main
      className="grid min-h-dvh content-center justify-items-center gap-12 px-15 py-20 text-[clamp(1.15rem,2.4vmin,2rem)] on-ground"
      data-level="refused"
      data-theme={options.theme}
      data-palette={options.palette}
    >
      <WithMessages messages={waysOutMessages}>
        <Buttons branches={branches} isNamed={options.branch !== null} choose={choose} />
      </WithMessages>
    </main>
  );
}

type ButtonsProps = {
  branches: readonly Branch[];
  /** Whether the address names a branch, which is then not among these. */
  isNamed: boolean;
  choose: (branch: number) => void;
};

function Buttons({ branches, isNamed, choose }: ButtonsProps) {
  const t = useTranslations('waysOut');
  const refused = useTranslations('refused');
  return (
    <>
      {isNamed && <p role="alert">{refused('branch')}</p>}
      <h1 className="text-balance text-center font-bold text-[1.3em]">{t('whichBranch')}</h1>
      <ul className="flex max-w-[60rem] flex-wrap justify-center gap-8">
        {branches.map(({ number, name }) => (
          <li key={number}>
            <button
              type="button"
              className="wrap-anywhere min-h-[max(64px,3.2em)] min-w-90 rounded-[0.4em] px-10 py-3.5 font-[650] inverse focus-visible:outline-3 focus-visible:outline-offset-3"
              onClick={() => choose(number)}
            >
              {name ?? t('branch', { number: String(number) })}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

const ASK_AGAIN_MS = 5_000;

/** Branches of this screen by its cookie; null before the answer. */
function useBranches(): readonly Branch[] | null {
  const [branches, setBranches] = useState<readonly Branch[] | null>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    let isGone = false;
    const ask = async () => {
      const own = await askBranches();
      if (isGone) return;
      setBranches(own ?? []);
      if (!own) timer = setTimeout(ask, ASK_AGAIN_MS);
    };
    void ask();
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, []);
  return branches;
}

async function askBranches(): Promise<readonly Branch[] | null> {
  const device = (await askOverview())?.device;
  return device?.is === 'paired' ? device.branches : null;
}
