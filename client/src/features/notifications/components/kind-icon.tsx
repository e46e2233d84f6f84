// The picture of each kind of notification, or of the state of its lot that it says, so that a long inbox can be
// scanned. Amber: somebody has to act.
import type { NotificationKind } from "@jara/shared/notification-kinds";
import type { Notification, ShownLotState } from "@jara/shared/rest/notifications";
import {
  ArrowUp,
  Banknote,
  BellRing,
  Briefcase,
  CircleCheck,
  CircleSlash,
  CircleX,
  ClockPlus,
  FilePen,
  Flag,
  Gavel,
  Landmark,
  type LucideIcon,
  MessageSquareReply,
  Receipt,
  RotateCcw,
  Search,
  ShieldCheck,
  Trophy,
} from "lucide-react";
import { cx } from "../../../lib/cx.ts";

const icons: Readonly<Record<NotificationKind, LucideIcon>> = {
  outbid: ArrowUp,
  extended: ClockPlus,
  "lot-changed": FilePen,
  "bids-voided": CircleSlash,
  "question-answered": MessageSquareReply,
  reminder: BellRing,
  "saved-search": Search,
  won: Trophy,
  due: Banknote,
  "second-chance": RotateCcw,
  "own-lot": Gavel,
  paid: CircleCheck,
  receipt: Receipt,
  withdrawal: Landmark,
  security: ShieldCheck,
  staff: Briefcase,
};
const stateIcons: Readonly<Record<ShownLotState, LucideIcon>> = {
  won: Trophy,
  lost: CircleX,
  sold: Gavel,
  unsold: CircleSlash,
  cancelled: CircleSlash,
  over: Flag,
  open: Gavel,
  leading: CircleCheck,
  "without-bid": CircleSlash,
};
const toAct: ReadonlySet<NotificationKind> = new Set(["outbid", "due", "second-chance", "staff"]);

/** A newer server may send a kind or a state that this page does not know. */
const iconOf = (kind: NotificationKind, state: ShownLotState | undefined): LucideIcon => {
  if (state && Object.hasOwn(stateIcons, state)) return stateIcons[state];
  return Object.hasOwn(icons, kind) ? icons[kind] : BellRing;
};

/** With a dot while it is unread. What was read, or no longer holds, asks for nothing. */
export const KindIcon = ({ kind, state, isRead }: Pick<Notification, "kind" | "state" | "isRead">) => {
  const Icon = iconOf(kind, state);
  const tone = toAct.has(kind) ? "bg-amber-soft text-amber" : "bg-brand-soft text-brand";
  return (
    <span
      aria-hidden
      className={cx(
        "relative grid size-9 shrink-0 place-items-center rounded-full",
        isRead ? "bg-sunken text-ink-soft" : tone,
      )}
    >
      <Icon className="size-4.5" />
      {!isRead && <span className="absolute top-0 right-0 size-2.5 rounded-full bg-brand ring-2 ring-surface" />}
    </span>
  );
};
