// One badge of a lot's state. The icon repeats what the colour says.
import { CircleAlert, Trophy } from "lucide-react";
import { Badge } from "../ui/badge.tsx";
import type { StateBadge as Said } from "./state-badges.ts";

export const StateBadge = ({ words, tone, className = "" }: Said & { className?: string }) => (
  <Badge tone={tone} className={`whitespace-normal! ${className}`}>
    {tone === "success" && <Trophy aria-hidden className="size-3 shrink-0" />}
    {tone === "amber" && <CircleAlert aria-hidden className="size-3 shrink-0" />}
    {words}
  </Badge>
);
