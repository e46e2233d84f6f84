// One badge of a lot's state. Its icon repeats what the words and the colour say.
import { CircleAlert, Trophy } from "lucide-react";
import { Badge } from "../ui/badge.tsx";
import type { StateBadge as Said } from "./state-badges.ts";

export const StateBadge = ({ words, tone, className = "" }: Said & { className?: string }) => (
  <Badge tone={tone} className={`whitespace-normal! ${className}`}>
    {words === "Won!" && <Trophy aria-hidden className="size-3 shrink-0" />}
    {tone === "amber" && <CircleAlert aria-hidden className="size-3 shrink-0" />}
    {words}
  </Badge>
);
