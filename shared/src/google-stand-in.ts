/** The client id by which the site says that a stand-in answers for Google (development without Google's keys). */
export const STAND_IN_CLIENT_ID = "stand-in-for-google";
