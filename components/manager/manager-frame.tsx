'use client';

import { usePathname, useSearchParams } from 'next/navigation';
import { type ReactNode, type RefObject, Suspense, useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Brand } from '../brand';
import { listenTo } from '../browser';
import { PageLink } from '../page-link';
import { callApi } from './call-api';
import { elsewhere } from './page-query';

/** The pages in the bar of a phone. The others follow "More". */
const FIRST = [
  ['live', '/manager'],
  ['history', '/manager/history'],
  ['reports', '/manager/reports'],
  ['screens', '/manager/screens'],
  ['settings', '/manager/settings'],
] as const;
const OTHERS = [
  ['deliveries', '/manager/deliveries'],
  ['subscriptions', '/manager/subscriptions'],
] as const;
const OF_OWNERS = [
  ['people', '/manager/people'],
  ['guests', '/manager/guests'],
  ['audit', '/manager/audit'],
  ['system', '/manager/system'],
] as const;

/** An element, and its ancestors inside the ground from the nearest, each with the index of its child on the way. */
type Place = { element: Element; path: { parent: Element; index: number }[] };

type AccountProps = { name: string; isOwner: boolean; hasSecondFactor: boolean };

type Viewer = { name: string; isOwner: boolean; hasSecondFactor: boolean };
type Props = { manager: Viewer | null; children: ReactNode };

const MAIN = 'content';

/** Frame of every manager page: current page, navigation and account. */
export function ManagerFrame({ manager, children }: Props) {
  const main = useRef<HTMLElement>(null);
  useNearFocus(main);
  return (
    <>
      <SkipLink />
      <div className="min-h-dvh lg:grid lg:grid-cols-[13rem_minmax(0,1fr)] print:block">
        <aside className="flex flex-wrap items-center gap-x-6 gap-y-2 border-line border-b bg-shade px-4 py-3 lg:sticky lg:top-0 lg:h-dvh lg:flex-col lg:items-stretch lg:gap-y-8 lg:border-r lg:border-b-0 lg:px-4 lg:py-7 print:hidden">
          <div className="px-2 text-text">
            <Brand />
          </div>
          <ManagerNav isOwner={manager?.isOwner ?? false} />
          {manager && <Account {...manager} />}
        </aside>
        <main
          ref={main}
          id={MAIN}
          tabIndex={-1}
          // What gets the focus is scrolled above the bar of pages and a message over it.
          className="wrap-break-word mx-auto w-full max-w-[90rem] px-4 pt-6 pb-28 outline-none sm:px-8 lg:pt-8 lg:pb-16 print:p-0 [&_:is(a,button,input,select,summary)]:scroll-mb-40"
        >
          {children}
        </main>
      </div>
    </>
  );
}

/** For the keyboard: the pages and the account come first on every page. */
function SkipLink() {
  const t = useTranslations('manager.pages');
  return (
    <a
      href={`#${MAIN}`}
      className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-20 focus:rounded-lg focus:bg-text focus:px-4 focus:py-3 focus:font-semibold focus:text-ground print:hidden"
    >
      {t('skip')}
    </a>
  );
}

/** Name of the signed-in manager, and links to the account and to sign out. Owners are asked to protect theirs. */
function Account({ name, isOwner, hasSecondFactor }: AccountProps) {
  const t = useTranslations('manager.account');
  const [hasFailed, setHasFailed] = useState(false);
  const leave = async () => {
    const replied = await callApi('POST /api/auth/sign-out', { body: { everywhere: false } });
    if (replied.is === 'done') window.location.assign('/login');
    else setHasFailed(true);
  };
  return (
    <div className="ml-auto flex min-w-0 items-center gap-3 lg:ml-0 lg:flex-col lg:items-start lg:gap-1 lg:px-3">
      <p className="min-w-12 max-w-40 truncate font-semibold" title={name}>
        {name}
      </p>
      <PageLink
        href="/manager/account"
        className="inline-flex min-h-11 items-center text-text-quiet underline underline-offset-4 hover:text-text"
      >
        {t(isOwner && !hasSecondFactor ? 'protect' : 'open')}
      </PageLink>
      <button
        type="button"
        onClick={leave}
        className="min-h-11 text-text-quiet underline underline-offset-4 hover:text-text"
      >
        {t('signOut')}
      </button>
      {hasFailed && (
        <p role="alert" className="text-trouble">
          {t('failed')}
        </p>
      )}
    </div>
  );
}

/**
 * Keeps the focus of somebody who uses the keyboard where it was: when the focused element is removed, what took its
 * place gets the focus. When all of the ground is replaced, as by another page, nothing happens.
 */
function useNearFocus(ground: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const root = ground.current;
    if (!root) return;
    let last: Place | null = null;
    const remember = () => {
      const element = document.activeElement;
      const isHere = element && root.contains(element) && element.matches(':focus-visible');
      last = isHere ? { element, path: pathOf(element, root) } : null;
    };
    const keep = () => {
      if (last?.element.isConnected) last.path = pathOf(last.element, root);
      else if (last && document.activeElement === document.body) focus(nearest(last.path));
    };
    // After a click elsewhere nothing has the focus either.
    const release = listenTo(document, ['focusin', 'pointerup'], remember);
    const observer = new MutationObserver(keep);
    observer.observe(root, { subtree: true, childList: true });
    return () => {
      observer.disconnect();
      release();
    };
  }, [ground]);
}

function pathOf(element: Element, root: Element): Place['path'] {
  const path: Place['path'] = [];
  for (let child = element; child.parentElement && child.parentElement !== root; child = child.parentElement)
    path.push({ parent: child.parentElement, index: [...child.parentElement.children].indexOf(child) });
  return path;
}

/** What is at the end of the path now, or else the nearest before or around it. */
function nearest(path: Place['path']): Element | null | undefined {
  return path
    .filter(({ parent }) => parent.isConnected)
    .flatMap(({ parent, index }) => [parent.children[index] ?? parent.lastElementChild, parent])
    .find((each) => each && each.getClientRects().length > 0);
}

/** Focuses an element that need not be a control. */
function focus(element: Element | null | undefined): void {
  if (!(element instanceof HTMLElement)) return;
  if (element.tabIndex < 0) {
    element.tabIndex = -1;
    element.addEventListener('blur', () => element.removeAttribute('tabindex'), { once: true });
  }
  element.focus();
}

/** Navigation between manager pages. The links keep branch, days and language. */
function ManagerNav({ isOwner }: { isOwner: boolean }) {
  return (
    <Suspense>
      <Links isOwner={isOwner} />
    </Suspense>
  );
}

function Links({ isOwner }: { isOwner: boolean }) {
  const t = useTranslations('manager.pages');
  const path = usePathname();
  const others = [...OTHERS, ...(isOwner ? OF_OWNERS : [])];
  const [openAt, setOpenAt] = useState<string | null>(null);
  // Another page closes it.
  const isOpen = openAt === path;
  const isOther = others.some(([, address]) => path.startsWith(address));
  return (
    <nav
      aria-label={t('label')}
      className="fixed inset-x-0 bottom-0 z-10 flex flex-col-reverse border-line border-t bg-shade px-2 pt-1.5 pb-[max(0.375rem,env(safe-area-inset-bottom))] lg:static lg:flex-1 lg:flex-col lg:gap-1 lg:border-t-0 lg:p-0"
    >
      <ul className="flex justify-between gap-0.5 overflow-x-auto max-sm:text-xs lg:flex-col lg:gap-1">
        {FIRST.map(([name, address]) => (
          <Entry key={name} name={name} address={address} path={path} />
        ))}
        <li className="lg:hidden">
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={OTHER_PAGES}
            className={`${ENTRY} ${isOther ? HERE : ELSEWHERE}`}
            onClick={() => setOpenAt(isOpen ? null : path)}
          >
            {t('more')}
          </button>
        </li>
      </ul>
      <ul
        id={OTHER_PAGES}
        className={`${isOpen ? 'grid' : 'hidden'} gap-0.5 border-line border-b pb-1.5 lg:flex lg:flex-col lg:gap-1 lg:border-b-0 lg:pb-0`}
      >
        {others.map(([name, address]) => (
          <Entry key={name} name={name} address={address} path={path} />
        ))}
      </ul>
    </nav>
  );
}

const OTHER_PAGES = 'other-pages';
const ENTRY = 'flex min-h-11 items-center rounded-lg px-2 font-semibold max-sm:px-1.5 lg:min-h-0 lg:px-3 lg:py-2';
const HERE = 'bg-text text-ground forced-colors:border';
const ELSEWHERE = 'text-text-quiet hover:bg-line hover:text-text';

type EntryProps = { name: (typeof FIRST | typeof OTHERS | typeof OF_OWNERS)[number][0]; address: string; path: string };

function Entry({ name, address, path }: EntryProps) {
  const t = useTranslations('manager.pages');
  const query = new URLSearchParams(useSearchParams());
  const isHere = address === '/manager' ? path === address : path.startsWith(address);
  return (
    <li>
      <PageLink
        href={elsewhere(address, query)}
        aria-current={isHere ? 'page' : undefined}
        className={`${ENTRY} ${isHere ? HERE : ELSEWHERE}`}
      >
        {t(name)}
      </PageLink>
    </li>
  );
}
