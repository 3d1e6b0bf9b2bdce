import type { RefusalCode } from '../../contract/constants';
import type { UnitVotes } from '../../contract/settings';
import type { Finding } from '../../contract/system';
import { knownSkew } from '../../domain/pos-offset';
import { agreedUnit } from '../../domain/preparation-unit';
import { counted, firstOf } from '../../lib/text';
import type { BranchState } from '../board/branch-state';
import { strayClockOf } from '../board/read-board';
import type { Core } from '../core';
import type { Cut } from '../http/admission';
import type { HealthCounts } from '../reader/findings';
import type { Refusals } from '../webhooks/refusals';
import {
  backupFindings,
  hint,
  machineFindings,
  nodeFindings,
  ok,
  privacyFindings,
  providerOf,
  replicaFindings,
  spaceFindings,
  storageFindings,
  warn,
} from './findings';

/** The input of `doctor`. `refusals` is null without a running server, which counts them. */
export type DiagnosisInput = { deps: Core; refusals: Refusals['list'] | null };

export type Diagnosis = { ok: boolean; findings: Finding[] };

/** Checks everything that can be wrong without being noticed. `ok` if nothing is; there may be hints. */
export async function diagnose({ deps, refusals }: DiagnosisInput): Promise<Diagnosis> {
  const provider = providerOf(deps.config);
  const questions = [
    deps.reader.read('integrity', provider),
    // Some of it may be in a damaged part, or the file may be gone.
    deps.reader.read('findings', { provider, now: deps.now() }),
  ] as const;
  const [integrity, counts] = await Promise.allSettled(questions);
  const findings = [
    ...machineFindings(deps.config),
    ...(await storageFindings(deps, integrity, counts)),
    ...(await spaceFindings(deps.config)),
    ...(await backupFindings(deps)),
    ...(await nodeFindings(deps)),
    ...replicaFindings(deps.config, await deps.reader.read('replica', null).catch(() => null)),
    ...setUpFindings(deps),
    ...provisionalFindings(deps),
    ...privacyFindings(deps),
    ...deps.boards
      .taken()
      .flatMap((state) => [
        strayClockFinding(deps, state) ??
          clockFinding(state.row.number, knownSkew(state.leastByMinute, state.earlyReceipts)),
        unitFinding(deps, state.row.number, state.row.votes),
      ]),
    ...refusalFindings(refusals),
    ...cutFindings(deps.admission.cut()),
    ...(counts.status === 'fulfilled' ? deliveryFindings(counts.value) : []),
  ];
  return { ok: findings.every(({ level }) => level === 'ok' || level === 'hint'), findings };
}

/** F25: numbers that came in one order only. */
function provisionalFindings({ boards }: Core): Finding[] {
  const numbers = boards.branches().flatMap(({ row }) => (row.provisionalSince === null ? [] : row.number));
  if (numbers.length === 0) return [];
  const [first] = numbers;
  return [
    warn(
      'branch',
      `${numbers.length === 1 ? 'a branch is' : `${numbers.length} branches are`} provisional: ${firstOf(numbers)}`,
      'only one order came for each, perhaps with a wrong branch number; lists and menus leave them out',
      `branch set ${first} to take it, branch remove ${first} to remove it`,
    ),
  ];
}

function setUpFindings(deps: Core): Finding[] {
  const findings: Finding[] = [];
  if (deps.subscriptions().size === 0)
    findings.push(
      hint(
        'noPos',
        'no subscription',
        'the POS cannot send anything yet',
        'make one at /manager/subscriptions, or run subscription add --id <the id in the POS>',
      ),
    );
  for (const { id, secrets } of deps.subscriptions().values())
    if (secrets.length === 0)
      findings.push(
        warn(
          'noSecret',
          `subscription ${id} has no secret`,
          'its deliveries are refused: the key that its secret was encrypted with is lost',
          `run subscription rotate ${id}, and enter the new secret in the POS`,
        ),
      );
  const live = [...deps.screens().values()].filter((screen) => screen.revokedAt === null);
  if (live.length === 0)
    findings.push(
      hint(
        'noScreen',
        'no screen',
        'nothing shows the orders yet',
        'open /pair on the screen, or run screen add --name "Hot kitchen" --branch 1 --view kitchen',
      ),
    );
  return [...findings, ...managerFindings(deps)];
}

function managerFindings({ people, config }: Core): Finding[] {
  const { managers } = people();
  if (managers.length === 0)
    return [
      hint(
        'noOwner',
        'no manager',
        'nobody can see the history and the reports yet',
        'open the link that Heatlamp prints when it starts, or run manager add <name> --role owner',
      ),
    ];
  if (config.publicUrl?.startsWith('https:')) return [ok('managers sign in', 'over https')];
  return [
    hint(
      'plainHttp',
      'managers sign in over plain http',
      'whoever can read the traffic of this network can read their passwords',
      'keep guests out of this network; or put a proxy with https in front, and set PUBLIC_URL and TRUST_PROXY: docs/operating.md, https',
    ),
  ];
}

/** `skewMs` is null until there are enough deliveries to compute it. */
function clockFinding(branch: number, skewMs: number | null): Finding {
  if (skewMs === null)
    return ok(
      `branch ${branch}: how far the POS's clock is off is not known yet`,
      'that takes deliveries in a few minutes; until then timers use its times unchanged',
    );
  const seconds = Math.round(Math.abs(skewMs) / 1000);
  const isNotable = seconds >= 2;
  if (seconds < 60)
    return ok(
      `branch ${branch}: the POS's clock agrees with ours`,
      isNotable ? `${seconds} s apart, taken into account` : 'within 2 s',
    );
  return warn(
    'clock',
    clocksApart(branch, skewMs),
    'timers take it into account, but printed times will differ',
    'set both machines to the same time server',
  );
}

/** F23a: a clock that is not corrected; null if it is. */
function strayClockFinding({ settings }: Core, state: BranchState): Finding | null {
  const stray = strayClockOf(state, settings);
  if (stray === null) return null;
  return warn(
    'clock',
    clocksApart(state.row.number, stray.behindMs),
    stray.behindMs > 0
      ? 'courses are closed on arrival, because their events are hours old: no screen shows them'
      : 'timers use the times of the POS unchanged, and are wrong: no course becomes late',
    'set the clock, the date and the time zone of the POS, then both machines to the same time server',
  );
}

function clocksApart(branch: number, behindMs: number): string {
  const seconds = Math.round(Math.abs(behindMs) / 1000);
  return `branch ${branch}: the POS's clock is ${seconds} s ${behindMs > 0 ? 'behind' : 'ahead of'} ours`;
}

function unitFinding({ settings }: Core, branch: number, votes: UnitVotes): Finding {
  const unit = settings.unitOf(branch, votes);
  const agreed = agreedUnit(votes);
  const evidence = `finished courses suggest seconds ${votes.seconds}, minutes ${votes.minutes}, milliseconds ${votes.milliseconds}`;
  if (unit === null)
    return hint(
      'unit',
      `branch ${branch}: the unit of the POS's preparation times is not known yet`,
      evidence,
      'wait for 10 finished courses that agree, or set posTimeUnit',
    );
  if (agreed !== null && agreed !== unit)
    return warn(
      'unit',
      `branch ${branch}: preparation times are read as ${unit}, but look like ${agreed}`,
      evidence,
      `setting set posTimeUnit auto --branch ${branch}`,
    );
  return ok(`branch ${branch}: the POS sends preparation times in ${unit}`, evidence);
}

const REFUSAL_ADVICE: Partial<Record<RefusalCode, string>> = {
  INVALID_SIGNATURE: 'use the same secret and encodings here as in the POS back office',
  TOO_MANY: 'look for a device that floods the network, or for a POS with an old secret',
  UNAVAILABLE: 'the POS should send them again; if there are more and more, look at the database',
};

function refusalFindings(refusals: DiagnosisInput['refusals']): Finding[] {
  if (!refusals) return [ok('refused requests', 'are counted only while the server runs; run doctor then')];
  return refusals().refusals.map(({ code, subscriptionId, count, lastAt, hint }) => {
    const from = subscriptionId === null ? '' : ` for subscription ${subscriptionId}`;
    const advice = REFUSAL_ADVICE[code] ?? 'compare the subscription in the POS back office with subscription list';
    return warn(
      'refused',
      `${count} requests refused with ${code}${from}, the last at ${lastAt}`,
      hint ?? 'see the log',
      advice,
    );
  });
}

function cutFindings({ connections, deliveries }: Cut): Finding[] {
  if (connections === 0) return [];
  const begun = deliveries === 0 ? '' : `, ${deliveries} of them while a delivery was sent`;
  return [
    warn(
      'network',
      `${counted(connections, 'connection was', 'connections were')} ended since the start to make room for others${begun}`,
      'too many were open at once: a device may be flooding the network',
      'the log has the addresses: look for that device, or put a proxy that many clients come through into TRUST_PROXY',
    ),
  ];
}

function deliveryFindings({ unreadable, duplicateOrders }: HealthCounts): Finding[] {
  const findings = duplicateOrders.map(({ branch, kind, year, number, orders }) =>
    warn(
      'duplicate',
      `branch ${branch}: ${kind} order ${number ?? '?'} of ${year ?? '?'} is stored as ${orders} orders`,
      'some of its events have its id and others only its number, or it was sent both as a table order and as the cafeteria order of the same event',
      'ask the vendor of the POS to send the same id with every event; until then its courses are on separate tickets',
    ),
  );
  if (unreadable.count === 0) return findings;
  const why = `the newest: ${unreadable.newestReason ?? 'no reason'}`;
  return [
    ...findings,
    warn(
      'unreadable',
      `${counted(unreadable.count, 'delivery', 'deliveries')} could not be read`,
      why,
      'run deliveries replay --outcome unreadable after an update or a changed setting',
    ),
  ];
}
