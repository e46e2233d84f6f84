// The versions of the terms and of the privacy notice that are in force. Change a version whenever its text
// (server/src/features/legal) changes in a way that people must know. The client then shows the text once to everybody.
export const legalVersions = { terms: "2026-11-29", privacy: "2026-11-24" } as const;
export type LegalDocument = keyof typeof legalVersions;
export const legalDocuments = Object.keys(legalVersions) as LegalDocument[];

/** The version of the seller terms in force: a seller accepts it with each agreement. */
export const SELLER_TERMS_VERSION = "2026-11-29";
