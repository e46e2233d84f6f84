// The limits of a lot's addenda. This file is separate, so that screens do not load the schemas.
export const ADDENDUM_MAX = 1000;
/** The most addenda of one lot. */
export const ADDENDA_MAX = 10;
