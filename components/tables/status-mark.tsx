import type { TableStatus } from '../../contract/live';

/** The shape of a status, so that it does not rely on colour alone. As large as its text. */
export function StatusMark({ status, className }: { status: TableStatus; className: string | undefined }) {
  return (
    <svg className={className} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={SHAPES[status]} fill="none" stroke="currentColor" strokeWidth="2.6" strokeLinecap="square" />
    </svg>
  );
}

/** Marks one's own tables. */
export function Star({ className }: { className: string | undefined }) {
  return (
    <svg className={className} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d="M12 1.500l3.200 7.200 7.800.800-5.900 5.200 1.700 7.700L12 18.400l-6.800 4 1.700-7.700L1 9.500l7.800-.800z" />
    </svg>
  );
}

const SHAPES: Record<TableStatus, string> = {
  /** An empty place. */
  'TABLE-STATUS-OPEN': 'M5 5h14v14H5z',
  /** The same with somebody in it. */
  'TABLE-STATUS-TAKEN': 'M4 4h16v16H4zM9 12h6M12 9v6M9.500 9.500h5v5h-5z',
  /** A strip of paper. */
  'TABLE-STATUS-TAKEN-AND-RECEIPT-PRINTED': 'M6 3h12v18l-3-2-3 2-3-2-3 2zM10 8h4M10 13h4',
  /** A sign of warning. */
  'TABLE-STATUS-TAKEN-AND-ACTION-REQUIRED': 'M12 3L22 21H2zM12 10v4M12 17.500v.1',
  /** A clock. */
  'TABLE-STATUS-TAKEN-AND-TIME-LIMIT-REACHED': 'M12 3a9 9 0 1 0 .01 0zM12 8v4.500l3.500 2',
  /** A tick. */
  'TABLE-STATUS-ORDER-READY-TO-BE-SERVED': 'M4 13l5.500 5.500L20 6',
  /** A tick in a circle. */
  'TABLE-STATUS-RECENTLY-PAID': 'M12 3a9 9 0 1 0 .01 0zM8 12.500l3 3 5-6',
};
