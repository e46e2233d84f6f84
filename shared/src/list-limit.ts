/** The most rows that one request for a list gets. */
export const LIST_LIMIT_MAX = 100;
