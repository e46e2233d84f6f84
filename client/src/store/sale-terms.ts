// A command that the server refuses with TERMS_NOT_ACCEPTED waits here until the person has accepted the sale's terms. The
// dialog (features/sales/components/terms-dialog.tsx) shows them.
import { createLateQuestion } from "./late-question.ts";

/** `askForSaleTerms` takes the sale's id and resolves to true once the server has the acceptance. */
export const { useQuestion: useSaleTerms, ask: askForSaleTerms } = createLateQuestion<string>();
