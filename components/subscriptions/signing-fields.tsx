'use client';

import { useTranslations } from 'use-intl';
import { ALGORITHMS, SECRET_ENCODINGS, SIGNATURE_ENCODINGS, type SubscriptionList } from '../../contract/deliveries';
import { SelectField } from '../manager/fields';
import type { SubscriptionWish } from './subscriptions-over-http';

/** How the POS signs, and which event it sends if it is only one. */
export type Signing = Omit<SubscriptionWish, 'id' | 'secret'>;

export const USUAL_SIGNING: Signing = { secretEncoding: 'base64', signatureEncoding: 'base64', algorithm: 'sha256' };

type Props = { events: SubscriptionList['events']; signing: Signing; choose: (signing: Signing) => void };

/** What was agreed with the POS about its signatures. */
export function SigningFields({ events, signing, choose }: Props) {
  const t = useTranslations('subscriptions.add');
  const pos = useTranslations('deliveries.pos');
  return (
    <div className="flex flex-wrap gap-4">
      <SelectField
        label={pos('secretEncoding')}
        value={signing.secretEncoding}
        options={SECRET_ENCODINGS.map((value) => ({ value, label: pos(`encoding.${value}`) }))}
        choose={(value) => choose({ ...signing, secretEncoding: oneOf(SECRET_ENCODINGS, value) })}
      />
      <SelectField
        label={pos('algorithm')}
        value={signing.algorithm}
        options={ALGORITHMS.map((value) => ({ value, label: value.toUpperCase() }))}
        choose={(value) => choose({ ...signing, algorithm: oneOf(ALGORITHMS, value) })}
      />
      <SelectField
        label={pos('signatureEncoding')}
        value={signing.signatureEncoding}
        options={SIGNATURE_ENCODINGS.map((value) => ({ value, label: pos(`signature.${value}`) }))}
        choose={(value) => choose({ ...signing, signatureEncoding: oneOf(SIGNATURE_ENCODINGS, value) })}
      />
      <SelectField
        label={pos('events')}
        value={signing.event ?? ''}
        options={[{ value: '', label: t('anyEvent') }, ...events.map((value) => ({ value, label: value }))]}
        choose={(value) => {
          const { event: _, ...others } = signing;
          choose(value === '' ? others : { ...others, event: value });
        }}
      />
    </div>
  );
}

function oneOf<Value extends string>(values: readonly Value[], text: string): Value {
  return values.find((value) => value === text) ?? (values[0] as Value);
}
