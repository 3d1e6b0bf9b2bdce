'use client';

import { useTranslations } from 'use-intl';
import type { RefusalList } from '../../contract/deliveries';
import type { Fleet } from '../../contract/screens';
import type { SubscriptionList } from '../../contract/subscriptions';
import { useWatch } from '../live/watch';
import { readApi } from '../manager/call-api';
import { namesText } from '../manager/day-text';
import { PageLink } from '../page-link';
import { SUBSCRIPTIONS } from '../subscriptions/address';

const SCREENS = '/manager/screens';
const UNREADABLE = '/manager/deliveries?part=unreadable';

type Asked = Omit<TaskSource, 'unreadable'>;

/** What needs a manager now, each with the page where it is done. */
export function NextTasks({ first }: { first: TaskSource }) {
  const t = useTranslations('nextTasks');
  const { answer, now } = useWatch(first, {
    ask: async () => {
      const answer = await (first.ofPos === null ? askForScreens() : askForAll());
      return answer && { ...answer, unreadable: first.unreadable };
    },
    timeOf: ({ fleet }) => Date.parse(fleet.serverTime),
  });
  const tasks = tasksOf(answer, now);
  if (tasks.length === 0) return null;
  return (
    <section aria-labelledby="next-tasks" className="mb-6 print:hidden">
      <h2 id="next-tasks" className="mb-2 font-bold text-lg leading-snug">
        {t('title')}
      </h2>
      <ul className="grid gap-2">
        {tasks.map((task) => (
          <li key={'subscription' in task ? `${task.is} ${task.subscription}` : task.is}>
            <PageLink
              href={addressOf(task)}
              className="flex min-h-14 items-center justify-between gap-4 rounded-xl border border-notice-line bg-notice px-5 py-3 font-semibold hover:underline"
            >
              <span className="text-pretty">
                <TaskText task={task} />
              </span>
              <span aria-hidden="true">›</span>
            </PageLink>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The page where a task is done. That of deliveries always shows one branch. */
function addressOf(task: Task): string {
  if ('screens' in task) return SCREENS;
  if ('subscription' in task) return SUBSCRIPTIONS;
  return task.branch === null ? UNREADABLE : `${UNREADABLE}&branch=${task.branch}`;
}

function TaskText({ task }: { task: Task }) {
  const t = useTranslations('nextTasks');
  if ('screens' in task) return t(task.is, { count: task.screens.length, names: namesText(task.screens) });
  return 'subscription' in task ? t(task.is, { id: task.subscription }) : t(task.is);
}

async function askForScreens(): Promise<Asked | null> {
  const fleet = await readApi('GET /api/v1/screens', {});
  return fleet && { fleet, ofPos: null };
}

async function askForAll(): Promise<Asked | null> {
  const [fleet, list, refusals] = await Promise.all([
    readApi('GET /api/v1/screens', {}),
    readApi('GET /api/v1/subscriptions', {}),
    readApi('GET /api/v1/refusals', {}),
  ]);
  return fleet && list && refusals && { fleet, ofPos: { list, refusals } };
}

/** What a manager can do something about now. */
type Task =
  | { is: 'refused' | 'two-secrets'; subscription: string }
  /** `branch`: of the newest one; null if it is of none. */
  | { is: 'unreadable'; branch: number | null }
  | { is: 'silent' | 'offline' | 'blocked'; screens: string[] };

/** A screen that was away for longer is probably switched off. */
const AWAY_MS = 12 * 3_600_000;

export type TaskSource = {
  fleet: Fleet;
  /** Null for a manager who may not see every branch. */
  ofPos: { list: SubscriptionList; refusals: RefusalList } | null;
  /** The newest delivery of the last day that could not be read, when the page was rendered; null without one. */
  unreadable: { branch: number | null } | null;
};

/** What needs somebody now, the most urgent first. `now` is server time, epoch ms. */
export function tasksOf({ fleet, ofPos, unreadable }: TaskSource, now: number): Task[] {
  const subscriptions = ofPos?.list.subscriptions ?? [];
  const refused = subscriptions.filter(({ id, lastDeliveryAt }) =>
    ofPos?.refusals.refusals.some((one) => one.subscriptionId === id && one.lastAt > (lastDeliveryAt ?? '')),
  );
  const namesOf = (screens: Fleet['screens']) => screens.map(({ name }) => name);
  const devices = fleet.screens.filter(({ view }) => view !== 'api');
  const ofScreens = {
    silent: devices.filter(({ state }) => state === 'silent'),
    offline: devices.filter(
      ({ state, lastSeenAt }) => state === 'offline' && lastSeenAt !== null && now - Date.parse(lastSeenAt) < AWAY_MS,
    ),
    blocked: devices.filter(({ state, device }) => state === 'live' && device?.sound === 'blocked'),
  };
  const kinds = ['silent', 'offline', 'blocked'] as const;
  return [
    ...refused.map(({ id }): Task => ({ is: 'refused', subscription: id })),
    ...(unreadable ? [{ is: 'unreadable', branch: unreadable.branch } as const] : []),
    ...kinds.filter((is) => ofScreens[is].length > 0).map((is): Task => ({ is, screens: namesOf(ofScreens[is]) })),
    ...subscriptions
      .filter(({ secrets }) => secrets > 1)
      .map(({ id }): Task => ({ is: 'two-secrets', subscription: id })),
  ];
}
