// The limits of questions about lots. They are apart from the schemas, so that screens do not load these.
export const QUESTION_MAX = 500;
export const ANSWER_MAX = 1000;
export const HIDE_REASON_MAX = 200;
/** The unanswered questions of one person about one lot. */
export const QUESTIONS_WAITING_MAX = 3;
/** The questions of one person within 24 hours. */
export const QUESTIONS_A_DAY = 20;
/** Questions are taken until this long before the scheduled end, so that staff can answer while people can still bid. */
export const QUESTIONS_CLOSE_BEFORE_MS = 60 * 60 * 1000;
/** A lot's page shows the newest ones. */
export const QUESTIONS_SHOWN_MAX = 200;
