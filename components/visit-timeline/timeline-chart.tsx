'use client';

import type { CSSProperties } from 'react';
import { useTranslations } from 'use-intl';
import { useCourseName } from '../ticket/place';
import type { Bar, Part, Row, Timeline } from './timeline';
import css from './timeline-chart.module.css';

/**
 * Courses of a visit over time, from left to right, or on a handheld from top to bottom. The text beside it says the
 * same.
 */
export function TimelineChart({ line, clock }: { line: Timeline; clock: (at: number) => string }) {
  const t = useTranslations('visitTimeline');
  const sizes = { '--steps': line.ticks.length - 1, '--lanes': line.rows.length + (line.gaps.length > 0 ? 1 : 0) };
  const hasLate = line.rows.some(({ cooking, waiting }) => cooking?.late || waiting?.late);
  return (
    <div className={css.chart} style={sizes as CSSProperties} aria-hidden="true">
      <div className={css.scale}>
        {line.ticks.map(({ at, place }) => (
          <span key={at} style={{ '--from': place } as CSSProperties}>
            {clock(at)}
          </span>
        ))}
        {line.now !== null && <i className={css.now} style={{ '--from': line.now } as CSSProperties} />}
      </div>
      {line.rows.map((row) => (
        <Lane key={row.course.ticket.id} row={row} />
      ))}
      {line.gaps.length > 0 && (
        <div className={css.lane} data-gaps>
          <span className={css.name}>{t('between')}</span>
          <div className={css.track}>
            {line.gaps.map((gap) => (
              <span key={gap.until} className={css.gap} data-open={gap.isOpen || undefined} style={placed(gap)}>
                <Minutes count={gap.minutes} />
              </span>
            ))}
          </div>
        </div>
      )}
      <p className={css.key}>
        <span data-key="cooking">{t('cookingKey')}</span>
        <span data-key="waiting">{t('waitingKey')}</span>
        {hasLate && <span data-key="late">{t('lateKey')}</span>}
        {line.rows.some(({ expected }) => expected !== null) && <span data-key="expected">{t('expectedKey')}</span>}
        {line.gaps.length > 0 && <span data-key="gap">{t('between')}</span>}
      </p>
    </div>
  );
}

function Lane({ row: { course, cooking, waiting, expected } }: { row: Row }) {
  const name = useCourseName()(course.ticket.course);
  const { abbreviation, number } = course.ticket.course;
  return (
    <div className={css.lane}>
      <span className={css.name}>
        <span>{name}</span>
        <abbr>{abbreviation ?? number}</abbr>
      </span>
      <div className={css.track}>
        {cooking && <BarPart bar={cooking} kind="cooking" />}
        {waiting && <BarPart bar={waiting} kind="waiting" />}
        {expected !== null && <i className={css.expected} style={{ '--from': expected } as CSSProperties} />}
      </div>
    </div>
  );
}

/** A time range with the part that was too long behind it. Each shows its own minutes, which add up to the whole. */
function BarPart({ bar, kind }: { bar: Bar; kind: 'cooking' | 'waiting' }) {
  const { late } = bar;
  const inTime = {
    from: bar.from,
    length: bar.length - (late?.length ?? 0),
    minutes: bar.minutes - (late?.minutes ?? 0),
  };
  return (
    <>
      <span className={css.bar} data-kind={kind} style={placed(inTime)}>
        <Minutes count={inTime.minutes} />
      </span>
      {late && (
        <span className={css.bar} data-kind="late" style={placed(late)}>
          <span>+{late.minutes}</span>
        </span>
      )}
    </>
  );
}

/** The duration if there is room for it, with its unit if there is more. */
function Minutes({ count }: { count: number }) {
  const t = useTranslations('visitTimeline');
  return (
    <span>
      {count}
      <small> {t('unit')}</small>
    </span>
  );
}

function placed({ from, length }: Part): CSSProperties {
  return { '--from': from, '--length': length } as CSSProperties;
}
