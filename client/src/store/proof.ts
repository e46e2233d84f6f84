// Step-up: a call that the server refuses with PROOF_REQUIRED waits here until the person has proved who they are. The
// dialog (features/proof) shows the question.
import type { ProofMethod } from "@jara/shared/errors";
import { createLateQuestion } from "./late-question.ts";

/** `askForProof` resolves to true once the server has accepted a proof. */
export const { useQuestion: useProof, ask: askForProof } = createLateQuestion<readonly ProofMethod[]>();

export const NOT_PROVED = "Nothing was changed, because you did not confirm that it is you.";
