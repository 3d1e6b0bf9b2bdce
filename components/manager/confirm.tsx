import { BUTTON } from './page-head';

type Props = {
  lead: string;
  /** The texts of the two buttons. */
  now: string;
  keep: string;
  isBusy: boolean;
  confirm: () => void;
  cancel: () => void;
};

/** The second step of a change that cannot be undone. */
export function Confirm({ lead, now, keep, isBusy, confirm, cancel }: Props) {
  return (
    <div className="flex flex-wrap items-center gap-3 rounded-lg bg-shade p-4">
      <p className="wrap-anywhere min-w-0 flex-1 basis-64 text-pretty">{lead}</p>
      <button type="button" className={BUTTON} aria-disabled={isBusy} onClick={() => isBusy || confirm()}>
        {now}
      </button>
      <button type="button" className={BUTTON} onClick={cancel}>
        {keep}
      </button>
    </div>
  );
}
