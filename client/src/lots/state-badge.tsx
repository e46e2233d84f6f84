// Shows a lot's state as a badge. The icon of what is to be done repeats what the colour says.
import { CircleAlert } from "lucide-react";
import { Badge } from "../ui/badge.tsx";
import type { StateBadge as Said } from "./state-badges.ts";

/** The words are an element of their own, because the specification names "Leading". */
export const BadgeWords = ({ words, note }: Pick<Said, "words" | "note">) => (
  <span>
    <span>{words}</span>
    {note && <span>, {note}</span>}
  </span>
);

export const StateBadge = ({ words, note, tone, className = "" }: Said & { className?: string }) => (
  <Badge tone={tone} className={`whitespace-normal! ${className}`}>
    {tone === "amber" && <CircleAlert aria-hidden className="size-3 shrink-0" />}
    <BadgeWords words={words} note={note} />
  </Badge>
);
