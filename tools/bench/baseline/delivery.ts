/** What the baseline keeps of a request with a right signature. */
export type Delivery = {
  /** Time-ordered. */
  id: string;
  /** Server time, epoch ms. */
  receivedAt: number;
  /** The POS's name for what happened: order, course and instant. */
  key: string;
  /** The exact bytes. */
  body: Buffer;
  /** What the bytes say. */
  said: unknown;
};
