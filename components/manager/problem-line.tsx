type Props = {
  /** For `aria-describedby` of the field that it is about. */
  id?: string;
  /** Why the last attempt failed; null while there is nothing to say. */
  problem: string | null;
  /** Classes of the line while it is visible. */
  className?: string;
};

/** Says why an attempt failed. It is always there, because screen readers announce only what changes in an alert. */
export function ProblemLine({ id, problem, className = '' }: Props) {
  return (
    <p
      id={id}
      role="alert"
      className={problem ? `rounded-lg bg-late px-4 py-3 font-semibold text-late-text ${className}` : 'sr-only'}
    >
      {problem}
    </p>
  );
}
