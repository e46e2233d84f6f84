// The longest time of each step of a graceful shutdown, in their order. The configuration has two more: the drain
// times.

/** For a connection's commands in flight. A slower statement has lost its connection, and the client sends its command again. */
export const ANSWERED_WITHIN_MS = 5_000;
/** For the closing handshake, because a client that does not read never answers it. */
export const CLOSED_WITHIN_MS = 2_000;
/** For requests in progress. Uploads may be cut off. */
export const REQUESTS_WITHIN_MS = 5_000;
/** For the cleanup of the file storage, which may not answer. Another node takes over. */
export const CLEANUP_WITHIN_MS = 2_000;
/** For mails and push messages that are being sent. */
export const SENT_WITHIN_MS = 5_000;
/** For the whole process, in addition to the drain times. */
export const PROCESS_ENDS_WITHIN_MS = 15_000;
