// The limits of the live API that server and client must share.

/** A larger frame closes its connection. */
export const MAX_FRAME_BYTES = 16 * 1024;
/** A merged price event carries its newest bids, never more than this. */
export const MAX_BIDS_IN_EVENT = 20;

/** A `notifications:read` event names at most so many; more come with the next one. */
export const READ_IN_EVENT_MAX = 100;
