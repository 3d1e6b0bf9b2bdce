import { useTranslations } from 'use-intl';
import type { Branch } from '../../contract/overview';
import type { Language } from '../../lib/language';
import { type Choice, choicesOf } from '../pairing/screen-pages';
import { branchName } from './branch-names';

type Props = { view: string; branches: readonly Branch[]; chosen: Language | null };

/** Links to what a paired screen may show, for each branch, its own view first. */
export function Choices({ view, branches, chosen }: Props) {
  const t = useTranslations();
  const choices = choicesOf({ view, branches }, chosen);
  if (choices.length === 0) return null;
  const isOnly = choices.length === 1;
  return (
    <nav aria-label={t('device.choices')}>
      <ul className="grid gap-4 md:grid-cols-2 md:gap-5">
        {choices.map((choice) => (
          <li key={choice.href} className="flex">
            {/* A plain link loads the wall from scratch, like a screen that is switched on. */}
            <a
              href={choice.href}
              className={`group flex w-full items-center gap-5 rounded-xl border px-6 py-5 ${groundOf(choice, isOnly)}`}
            >
              {branches.length > 1 ? <OfBranch {...choice} /> : <OfOne {...choice} isFilled={choice.isOwn && isOnly} />}
              <svg viewBox="0 0 24 24" className="h-8 w-8 shrink-0" aria-hidden="true">
                <path d="M4 12h15M13 5.5 19.5 12 13 18.5" fill="none" stroke="currentColor" strokeWidth="2.5" />
              </svg>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

const BIG = 'font-bold text-[1.75rem] leading-tight font-stretch-90% tracking-tight group-hover:underline';

/** If a screen has several branches, the branch distinguishes its links. */
function OfBranch({ view, branch }: Choice<Branch>) {
  const t = useTranslations();
  return (
    <span className="min-w-0 flex-1">
      <span className="block font-semibold text-text-quiet">{t(`view.${view}.title`)}</span>{' '}
      <span className={`mt-0.5 block [overflow-wrap:anywhere] first-letter:uppercase ${BIG}`}>
        {branchName(t, branch)}
      </span>
    </span>
  );
}

function OfOne({ view, isFilled }: Choice<Branch> & { isFilled: boolean }) {
  const t = useTranslations();
  return (
    <span className="min-w-0 flex-1">
      <span className={`block ${BIG}`}>{t(`view.${view}.title`)}</span>{' '}
      <span className={`mt-1.5 block text-pretty ${isFilled ? '' : 'text-text-quiet'}`}>{t(`view.${view}.lead`)}</span>
    </span>
  );
}

/** The only link of the screen's own view is highlighted; none of several is. */
function groundOf({ isOwn }: Choice<Branch>, isOnly: boolean): string {
  if (isOwn && isOnly) return 'border-accent bg-accent text-on-accent';
  return isOwn
    ? 'border-accent bg-sheet outline-2 -outline-offset-2 outline-accent focus-visible:outline-3 focus-visible:outline-offset-3'
    : 'border-line bg-sheet hover:border-accent';
}
