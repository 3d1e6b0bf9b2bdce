'use client';

import { useTranslations } from 'use-intl';
import type { ListedDelivery } from '../../contract/deliveries';
import { CopyButton } from '../clipboard/copy';
import { PageLink } from '../page-link';
import { clockText } from '../time/clock-text';
import { useMoment } from '../time/use-when';
import { withCommands } from '../with-commands';
import { DeliveryBody } from './delivery-body';
import { Facts, HeaderFacts } from './facts';
import { ReplayOne } from './replay-one';
import { adviceOf } from './why';

/** `now` is the server time of rendering, epoch ms; only day names depend on it. */
export type DetailProps = {
  delivery: ListedDelivery;
  timeZone: string;
  now: number;
  branch: number;
  replayed: (delivery: ListedDelivery) => void;
};

/** All details of a delivery: what to do about it, its bytes, and how it arrived. */
export function DeliveryDetail({ delivery, timeZone, now, branch, replayed }: DetailProps) {
  const t = useTranslations('deliveries.detail');
  const { outcome, told, ticketId } = delivery;
  const exact = useExact(timeZone, now);
  return (
    <div className="grid gap-5 px-4 pt-1 pb-5 sm:px-5">
      {delivery.reason && (
        <p className="[overflow-wrap:anywhere]">
          <span className="text-text-quiet">{t('noted')}</span> {delivery.reason}
        </p>
      )}
      <ReplayOne delivery={delivery} replayed={replayed}>
        {outcome === 'unreadable' && <Advice delivery={delivery} />}
      </ReplayOne>
      {ticketId && (
        <p>
          <PageLink
            href={`/manager/history/course?${new URLSearchParams({ branch: String(delivery.branch ?? branch), id: ticketId })}`}
            className="font-semibold text-accent underline underline-offset-4"
          >
            {t('course')}
          </PageLink>
        </p>
      )}
      {delivery.erasedAt === null ? (
        <DeliveryBody delivery={delivery} />
      ) : (
        <p>{t('erased', { when: exact(delivery.erasedAt) })}</p>
      )}
      <section>
        <h3 className="mb-2 font-semibold">{t('facts')}</h3>
        <Facts
          facts={[
            [t('received'), exact(delivery.receivedAt)],
            [t('at'), told && exact(told.at)],
            [t('path'), `/webhooks/${delivery.pathEvent}`],
            [t('subscription'), delivery.subscription],
            [t('branch'), delivery.branch],
            [t('id'), <Copied key="id" text={delivery.id} what="id" />],
            [t('hash'), <Copied key="hash" text={delivery.bodySha256} what="hash" />],
          ]}
        />
      </section>
      <section>
        <h3 className="mb-2 font-semibold">{t('headers')}</h3>
        <HeaderFacts headers={delivery.headers} />
      </section>
    </div>
  );
}

function Advice({ delivery }: { delivery: ListedDelivery }) {
  const t = useTranslations('deliveries');
  return (
    <div className="max-w-prose text-pretty">
      <h3 className="font-semibold">{t('detail.whatToDo')}</h3>
      <p>{withCommands(t(`advice.${adviceOf(delivery)}`))}</p>
    </div>
  );
}

function Copied({ text, what }: { text: string; what: 'id' | 'hash' }) {
  return (
    <span className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <span className="min-w-0 font-mono text-sm">{text}</span>
      <CopyButton text={text} what={what} />
    </span>
  );
}

/** Returns a function that formats day and time to the second in the branch's time zone. */
function useExact(timeZone: string, now: number): (at: string) => string {
  const moment = useMoment(timeZone);
  return (at) => moment(Date.parse(at), now).replace(/\d\d:\d\d$/, clockText(Date.parse(at), timeZone, true));
}
