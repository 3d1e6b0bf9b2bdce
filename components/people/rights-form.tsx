import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { submitHandler } from '../form/use-form';
import type { ManagerBranch } from '../manager/manager-branch';
import { SaveOrCancel } from '../manager/save-or-cancel';
import type { Rights } from './people-over-http';
import { RightsFields } from './rights-fields';

type Props = {
  start: Rights;
  branches: readonly ManagerBranch[];
  isBusy: boolean;
  save: (rights: Rights) => void;
  cancel: () => void;
};

/** Changes the role of somebody, and the branches of a manager. */
export function RightsForm({ start, branches, isBusy, save, cancel }: Props) {
  const t = useTranslations('people.form');
  const [rights, setRights] = useState(rightsOf(start));
  const wanted = rightsOf(rights);
  const onSubmit = submitHandler(() => isBusy || save(wanted));
  return (
    <form onSubmit={onSubmit} className="grid max-w-xl grid-cols-1 gap-4 rounded-lg bg-shade p-4">
      <RightsFields rights={rights} branches={branches} choose={setRights} />
      <SaveOrCancel
        save={t('save')}
        keep={t('cancel')}
        isOff={isBusy || wanted.branches?.length === 0}
        cancel={cancel}
      />
    </form>
  );
}

/** The rights of a person, without what else is known of them. Those of an owner are for all branches. */
export function rightsOf({ role, branches }: Rights): Rights {
  return { role, branches: role === 'owner' ? null : branches };
}
