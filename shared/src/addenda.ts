// The limits of a lot's addenda. They are apart from the schemas, so that screens do not load these.
export const ADDENDUM_MAX = 1000;
/** The most addenda of one lot. */
export const ADDENDA_MAX = 10;
