// The versions of the terms and of the privacy notice that are in force. Change the version with every change of the text
// (server/src/features/legal) that people must know of. The client then shows it once to everybody.
export const legalVersions = { terms: "2026-11-25", privacy: "2026-11-24" } as const;
export type LegalDocument = keyof typeof legalVersions;
export const legalDocuments = Object.keys(legalVersions) as LegalDocument[];
