// Says in plain words what each status of a withdrawal means.
import type { WithdrawalStatus } from "@jara/shared/rest/withdrawals";
import type { Tone } from "../../ui/badge.tsx";

interface Words {
  readonly label: string;
  readonly tone: Tone;
  /** For the owner. */
  readonly meaning: string;
}

export const stateWords: Record<WithdrawalStatus, Words> = {
  requested: {
    label: "Requested",
    tone: "amber",
    meaning: "Our team checks it, usually within one working day. You can still cancel it.",
  },
  approved: { label: "Approved", tone: "neutral", meaning: "It is being sent to your bank." },
  sent: {
    label: "On its way",
    tone: "neutral",
    meaning: "Your bank has not confirmed it yet. Most transfers arrive within minutes.",
  },
  paid: { label: "Paid", tone: "success", meaning: "Your bank confirmed it." },
  refused: { label: "Refused", tone: "danger", meaning: "The money is back in your balance." },
  cancelled: { label: "Cancelled", tone: "outline", meaning: "You cancelled it. The money is back in your balance." },
  failed: { label: "Failed", tone: "danger", meaning: "The money is back in your balance." },
};

export const isOpen = (status: WithdrawalStatus): boolean => ["requested", "approved", "sent"].includes(status);
