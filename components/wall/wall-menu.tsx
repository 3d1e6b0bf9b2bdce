'use client';

import { useTranslations } from 'use-intl';
import type { Chosen } from '../screen/chosen';
import { Menu } from '../screen/menu';
import { useFetched } from './use-fetched';
import type { WallOptions } from './wall-options';

type Props = { chosen: Chosen<WallOptions>; isOpen: boolean; close: () => void };

/** Every choice of a wall; each holds at once and is written into the address. */
export function WallMenu({ chosen, isOpen, close }: Props) {
  const words = useTranslations('wall');
  return (
    <Menu title={words('settings')} isOpen={isOpen} close={close}>
      <Fetched chosen={chosen} />
    </Menu>
  );
}

const fetchFields = () => import('./wall-fields');

function Fetched({ chosen }: { chosen: Chosen<WallOptions> }) {
  const words = useTranslations('wall');
  const fields = useFetched(fetchFields);
  if (fields === null) return null;
  return fields === 'failed' ? <p role="alert">{words('notFetched')}</p> : <fields.WallFields chosen={chosen} />;
}
