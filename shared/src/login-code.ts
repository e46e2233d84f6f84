/** The length of the code that a log-in from a new device sends by mail. */
export const LOGIN_CODE_DIGITS = 8;
