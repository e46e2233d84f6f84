// The limits of the live API that both sides must know.

/** A larger frame closes its connection. */
export const MAX_FRAME_BYTES = 16 * 1024;
/** A merged price event names its newest bids, never more than this. */
export const MAX_BIDS_IN_EVENT = 20;
