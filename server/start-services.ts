import { LOOK_EVERY_MS } from '../domain/heartbeat';
import { isAheadOf } from '../domain/set-back';
import { type AuditLog, createAuditLog } from './audit/audit-log';
import { type Backups, createBackups } from './backup/backups';
import type { BoardDeps } from './board/stages';
import { createUsualWaits, type UsualWaits } from './board/usual-wait';
import { startClock } from './clock/clock';
import { type Heartbeat, type HeartbeatDeps, listenedUntil, startHeartbeat } from './clock/heartbeat';
import { type Follower, NOBODY_TO_FOLLOW, startFollower } from './nodes/follower';
import type { CoreDeps, OpenData, Opened } from './open-data';
import type { OpenQueue } from './open-queue';
import { createRetention, type Retention } from './privacy/retention';
import { scrub } from './privacy/scrub';
import { scheduleCheckpoints } from './reader/checkpoints';
import { storeLastSeen } from './screens/last-seen';
import { openRateLimits, type RateLimits } from './storage/rate-limits';

export type Services = {
  /** Begins when the server listens. */
  heartbeat: Heartbeat;
  follower: Follower;
  rateLimits: RateLimits;
  audit: AuditLog;
  usualWaits: UsualWaits;
  /** Erases names and bodies that are past their limits. */
  retention: Retention;
  backups: Backups;
};

/** Starts what runs beside the queue: changes by time, other nodes, figures, erasure, upkeep of the database, backups. */
export async function startServices(
  deps: CoreDeps & BoardDeps & Pick<HeartbeatDeps, 'admission'>,
  data: OpenData,
  open: OpenQueue,
  opened: Opened,
): Promise<Services> {
  const { config, now, log } = deps;
  const { database, configuration, link, node } = data;
  const { queue, boards, inbox, reader } = open;
  opened.push(await startClock({ ...deps, queue, boards }));
  const stored = await listenedUntil(database);
  // While other nodes listen there is no gap, but a clock that is behind theirs may be wrong (F21b). One that was connected
  // at the start may have stopped since, or be dead already: then it has stored nothing for a while.
  const areListening = stored === null || !isAheadOf(now(), stored + 2 * LOOK_EVERY_MS);
  const listened = link?.hadOthers && areListening && !isAheadOf(stored, now()) ? now() : stored;
  const heartbeat = startHeartbeat({ ...deps, queue, boards, listenedUntil: listened });
  opened.push(() => heartbeat.end(now()));
  opened.push(storeLastSeen(queue, configuration.screens));
  const { catchUp } = open;
  const follower =
    link && node !== null
      ? startFollower({ ...deps, node, database, queue, boards, configuration, inbox, link, catchUp })
      : NOBODY_TO_FOLLOW;
  opened.push(follower.close);
  const rateLimits = openRateLimits(config.databaseUrl);
  opened.push(rateLimits.close);
  const audit = createAuditLog({ queue, now, log, node });
  opened.push(audit.close);
  const usualWaits = createUsualWaits({ reader, boards, now, log });
  opened.push(usualWaits.close);
  const retention = createRetention({
    ...deps,
    queue,
    reader,
    scrub: (before) => scrub({ ...deps, inbox, reader }, before),
  });
  opened.push(retention.close);
  if (config.databaseUrl === null) opened.push(scheduleCheckpoints({ reader, queue, log }));
  const backups = createBackups({ config, queue });
  opened.push(backups.close);
  return { heartbeat, follower, rateLimits, audit, usualWaits, retention, backups };
}
