/** The first of several texts, and how many more there are; a screen reader reads them all. */
export function FirstOf({ texts: [first, ...others] }: { texts: readonly string[] }) {
  return (
    <>
      {first}
      {others.length > 0 && (
        <>
          <span aria-hidden="true"> +{others.length}</span>
          <span className="sr-only">, {others.join(', ')}</span>
        </>
      )}
    </>
  );
}
