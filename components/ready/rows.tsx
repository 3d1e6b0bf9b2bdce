'use client';

import { useRef } from 'react';
import { useTranslations } from 'use-intl';
import type { Ticket } from '../../contract/live';
import { useSlides } from '../screen/use-slides';
import { isHeldBy, type Part } from './arrange';
import { Row } from './row';
import { HEADING } from './side-list';

type Props = { parts: readonly Part[]; screen: number | null };

/** All parts in one list, so that a row that moves keeps its element and with it the focus or touch. */
export function Rows({ parts, screen }: Props) {
  const t = useTranslations('ready');
  const list = useRef<HTMLUListElement>(null);
  useSlides(list, parts.flatMap(({ rows }) => rows.map(({ key }) => key)).join());
  return (
    <ul
      ref={list}
      className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,31em),1fr))] gap-5 @max-[33em]:gap-[calc(6em/18)]"
      aria-label={t('list')}
    >
      {parts.flatMap((part) => [
        <li key={nameOf(part)} className={`col-[1/-1] flex justify-between gap-5 pt-2 ${HEADING}`}>
          <span>{t(nameOf(part))}</span> <span>{part.rows.length}</span>
        </li>,
        ...part.rows.map((row) => <Row key={row.key} row={row} held={heldBy(row.newest, screen)} />),
      ])}
    </ul>
  );
}

function nameOf({ isTooLong, isElsewhere }: Part) {
  if (isElsewhere) return isTooLong ? 'tooLongElsewhere' : 'justElsewhere';
  return isTooLong ? 'tooLong' : 'just';
}

function heldBy(ticket: Ticket, screen: number | null): 'mine' | 'theirs' | 'nobodys' {
  if (ticket.claim === null) return 'nobodys';
  return isHeldBy(ticket, screen) ? 'mine' : 'theirs';
}
