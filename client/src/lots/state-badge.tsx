// Shows a lot's state as a badge. The icon of what is to be done repeats what the colour says.
import { CircleAlert } from "lucide-react";
import { Badge } from "../ui/badge.tsx";
import type { StateBadge as Said } from "./state-badges.ts";

export const StateBadge = ({ words, tone, className = "" }: Said & { className?: string }) => (
  <Badge tone={tone} className={`whitespace-normal! ${className}`}>
    {tone === "amber" && <CircleAlert aria-hidden className="size-3 shrink-0" />}
    {words}
  </Badge>
);
