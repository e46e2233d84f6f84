// The reason why a bid no longer counts, in words, because a line through the amount alone says nothing to a screen
// reader.
import type { BidVoidReason } from "@jara/shared/auction";
import { voidWords } from "./void-words.ts";

export const VoidedLine = ({ reason, className }: { reason: BidVoidReason; className?: string }) => (
  <span className={className}>no longer counts: {voidWords[reason]}</span>
);
