'use client';

import { useTranslations } from 'use-intl';
import { CAUSES, UNREADABLE_CAUSES } from '../../contract/deliveries';
import { SelectField, TextField } from '../manager/fields';
import { ClearFilters, Filters } from '../manager/filters';
import type { PageQuery } from '../manager/page-query';
import { PeriodFields } from '../manager/period-fields';
import { useQueryNavigation } from '../manager/use-query-navigation';
import type { DeliveryChoices } from './delivery-choices';

/** Filters of the list: days, reason, text in the message. All of them are in the address. */
export function DeliveryFilter({ pageQuery, chosen }: { pageQuery: PageQuery; chosen: DeliveryChoices }) {
  const t = useTranslations('deliveries');
  const { go, query, isGoing } = useQueryNavigation();
  const causes = chosen.part === 'unreadable' ? UNREADABLE_CAUSES : CAUSES;
  const active = ['outcome', 'cause', 'q', 'period', 'first', 'last'].filter((name) => query.has(name));
  return (
    <Filters label={t('filter.label')} active={active.filter((name) => name !== 'outcome')} isGoing={isGoing}>
      <PeriodFields pageQuery={pageQuery} />
      <SelectField
        label={t('filter.cause')}
        value={chosen.cause ?? ''}
        choose={(cause) => go({ cause, delivery: null })}
        options={[
          { value: '', label: t('filter.anyCause') },
          ...causes.map((cause) => ({ value: cause, label: t(`cause.${cause}`) })),
        ]}
      />
      <TextField label={t('filter.q')} value={chosen.q ?? ''} choose={(q) => go({ q, delivery: null })} />
      <ClearFilters names={active.length > 0 ? [...active, 'delivery'] : []} go={go}>
        {t('filter.clear')}
      </ClearFilters>
    </Filters>
  );
}
