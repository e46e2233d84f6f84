// Recognises the answer to a change of money that waits for a second person, and says so to whoever asked for it.
import type { Approval } from "@jara/shared/rest/approvals";
import { toast } from "../store/toast.ts";

export interface Waiting {
  approval: Approval;
}

export const isWaiting = (answer: object): answer is Waiting => "approval" in answer;

export const sayWaiting = (): void =>
  toast("This amount needs a second person. Another member of the staff can approve it under Approvals.", {
    duration: 10_000,
  });
