import { BUTTON, MAIN_BUTTON } from './page-head';

type Props = {
  /** The texts of the two buttons. */
  save: string;
  keep: string;
  isOff: boolean;
  cancel: () => void;
};

/** The last line of a form that opens below what it changes. */
export function SaveOrCancel({ save, keep, isOff, cancel }: Props) {
  return (
    <div className="flex flex-wrap gap-3">
      <button type="submit" className={MAIN_BUTTON} disabled={isOff}>
        {save}
      </button>
      <button type="button" className={BUTTON} onClick={cancel}>
        {keep}
      </button>
    </div>
  );
}
