'use client';

import { useTranslations } from 'use-intl';
import type { FleetScreen } from '../../contract/screens';
import { durationText } from '../ticket/timer-text';
import { useWhen } from '../time/use-when';

/** Clocks that differ less than this are right. */
const RIGHT_MS = 2_000;

type Props = { screen: FleetScreen; now: number; timeZone: string };
/** `value` is null if it is not known. */
type Fact = { name: string; value: string | null; isTrouble?: boolean };

/** What a screen last reported about what it shows and about its device. */
export function ScreenFacts({ screen, now, timeZone }: Props) {
  const t = useTranslations('screens.facts');
  const when = useWhen(timeZone);
  const device = useDeviceFacts(screen);
  const { lastSeenAt, paintedAt, dataAgeMs, isCurrent, limits } = screen;
  const ago = (instant: string | null) => instant && when(Date.parse(instant), now);
  const own = Object.keys(limits ?? {}).length;
  const facts: Fact[] = [
    { name: t('seen'), value: ago(lastSeenAt) },
    { name: t('drawn'), value: ago(paintedAt) },
    { name: t('data'), value: dataAgeMs === null ? null : t('dataAge', { age: durationText(dataAgeMs) }) },
    {
      name: t('pages'),
      value: isCurrent === null ? null : t(isCurrent ? 'current' : 'older'),
      isTrouble: isCurrent === false,
    },
    ...device,
    ...(own > 0 ? [{ name: t('limits'), value: t('ownLimits', { count: own }) }] : []),
  ];
  const known = facts.filter(({ value }) => value !== null);
  if (known.length === 0) return null;
  return (
    <dl className="mt-3 grid grid-cols-[repeat(auto-fill,minmax(min(10rem,45%),1fr))] gap-x-5 gap-y-2 pl-5.5 text-sm">
      {known.map(({ name, value, isTrouble }) => (
        <div key={name}>
          <dt className="text-text-quiet">{name}</dt>
          <dd className={isTrouble ? 'font-semibold text-trouble' : ''}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Sound, wake lock and clock, as the device last reported them. */
function useDeviceFacts({ device }: FleetScreen): Fact[] {
  const t = useTranslations('screens.facts');
  if (device === null) return [];
  const { sound, wakeLock, clockOffsetMs } = device;
  const isRight = Math.abs(clockOffsetMs) < RIGHT_MS;
  const length = durationText(Math.abs(clockOffsetMs));
  return [
    { name: t('sound'), value: t(`sounds.${sound}`), isTrouble: sound === 'blocked' },
    { name: t('awake'), value: t(`awakes.${wakeLock}`), isTrouble: wakeLock === 'missing' },
    {
      name: t('clock'),
      value: isRight ? t('right') : t(clockOffsetMs > 0 ? 'ahead' : 'behind', { length }),
      isTrouble: !isRight,
    },
  ];
}
