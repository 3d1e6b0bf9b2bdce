'use client';

import { useLocale, useTranslations } from 'use-intl';
import type { LiveBranch } from '../../domain/live-answer';
import { isQuiet } from '../../domain/live-verdict';
import { useCourseName, usePlaceName } from '../ticket/place';
import { shortText } from '../ticket/timer-text';
import { useWhen } from '../time/use-when';
import { LOCALES } from '../words/language';
import { Card, CountLink, Figure, Note } from './card';
import { lateShareOf } from './late-share';

/** `now` is the server's, epoch ms. */
type Props = { live: LiveBranch; now: number; link: (tickets: readonly string[]) => string | null };

/** How many of what became ready lately was late. */
export function LateCard({ live: { pace }, link }: Props) {
  const words = useTranslations('strip.late');
  const share = lateShareOf(pace.late.length, pace.counted.length);
  return (
    <Card label={words('label')}>
      <Figure href={link(pace.late)} tone={pace.late.length > 0 ? 'trouble' : 'plain'}>
        {share.is === 'percent' ? words('percent', { share: share.share }) : words('share', share)}
      </Figure>
      <Note>{share.is === 'percent' ? words('percentBasis', share) : words('basis', share)}</Note>
    </Card>
  );
}

/** What the kitchen has in hand. */
export function FlightCard({ live: { cooking, onPass }, link }: Props) {
  const words = useTranslations('strip.flight');
  const isLate = cooking.late.length + onPass.late.length > 0;
  return (
    <Card label={words('label')}>
      <Figure href={link(cooking.tickets)}>{words('cooking', { count: cooking.tickets.length })}</Figure>
      <p className="text-text-quiet">
        {cooking.guests > 0 && <span>{words('guests', { count: cooking.guests })} · </span>}
        <CountLink href={link(onPass.tickets)}>{words('onPass', { count: onPass.tickets.length })}</CountLink>
      </p>
      <p className="text-text-quiet">
        {cooking.late.length > 0 && (
          <CountLink href={link(cooking.late)} tone="trouble">
            {words('lateCooking', { count: cooking.late.length })}
          </CountLink>
        )}
        {cooking.late.length > 0 && onPass.late.length > 0 && ' · '}
        {onPass.late.length > 0 && (
          <CountLink href={link(onPass.late)} tone="trouble">
            {words('latePass', { count: onPass.late.length })}
          </CountLink>
        )}
        {!isLate && cooking.tickets.length + onPass.tickets.length > 0 && words('inTime')}
      </p>
    </Card>
  );
}

/** The course that has been open longest. */
export function OldestCard({ live, now, link }: Props) {
  const words = useTranslations('strip.oldest');
  const placeName = usePlaceName();
  const courseName = useCourseName();
  const { oldest, posOffsetMs } = live;
  if (!oldest)
    return (
      <Card label={words('label')}>
        <Figure>–</Figure>
        <Note>{words('none')}</Note>
      </Card>
    );
  const branchNow = now - posOffsetMs;
  const lateMs = oldest.lateAt === null ? -1 : branchNow - Date.parse(oldest.lateAt);
  return (
    <Card label={words('label')}>
      <Figure href={link([oldest.ticket])} tone={lateMs >= 0 ? 'trouble' : 'plain'}>
        {shortText(branchNow - Date.parse(oldest.since))}
      </Figure>
      <p className="font-semibold">{placeName(oldest)}</p>
      <Note>{words(oldest.state, { course: courseName(oldest.course) })}</Note>
      {lateMs >= 0 && <Note tone="trouble">{words('late', { minutes: Math.floor(lateMs / 60_000) })}</Note>}
    </Card>
  );
}

const CLOCKS_DIFFER_MS = 2_000;

/** Whether the POS talks, and what its clock says. */
export function PosCard({ live, now }: Props) {
  const words = useTranslations('strip.pos');
  const when = useWhen(live.branch.timeZone);
  const locale = LOCALES[useLocale()];
  const { lastDeliveryAt, posOffsetMs, cooking, onPass } = live;
  const open = cooking.tickets.length + onPass.tickets.length;
  const last = lastDeliveryAt === null ? null : Date.parse(lastDeliveryAt);
  const quiet = isQuiet(last, open, now);
  const off = Math.abs(posOffsetMs);
  const time =
    off < 120_000
      ? `${Math.round(off / 1000).toLocaleString(locale)} s`
      : `${Math.round(off / 60_000).toLocaleString(locale)} min`;
  return (
    <Card label={words('label')}>
      {last === null ? (
        <Figure>{words('never')}</Figure>
      ) : (
        <>
          <Figure tone={quiet ? 'trouble' : 'plain'}>{when(last, now)}</Figure>
          <Note>{words('last')}</Note>
          {quiet && <Note tone="trouble">{words('quiet', { minutes: Math.floor((now - last) / 60_000) })}</Note>}
          <Note>
            {off < CLOCKS_DIFFER_MS
              ? words('clockSame')
              : words(posOffsetMs > 0 ? 'clockBehind' : 'clockAhead', { time })}
          </Note>
        </>
      )}
    </Card>
  );
}
