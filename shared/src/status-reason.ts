// The length of the reason that staff give for a change of a lot's status.
export const STATUS_REASON_MAX = 500;
