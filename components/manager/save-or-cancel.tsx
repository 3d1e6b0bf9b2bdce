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
      {/* A disabled button would lose the focus. Enter in a field clicks it too. */}
      <button
        type="submit"
        className={MAIN_BUTTON}
        aria-disabled={isOff}
        onClick={(event) => isOff && event.preventDefault()}
      >
        {save}
      </button>
      <button type="button" className={BUTTON} onClick={cancel}>
        {keep}
      </button>
    </div>
  );
}
