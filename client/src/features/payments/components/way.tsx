// One way to pay: its name, what it means, and its button beside it or, where there is no room, below it.
import type { ReactNode } from "react";
import { Skeleton } from "../../../ui/skeleton.tsx";

interface WayProps {
  title: ReactNode;
  detail: ReactNode;
  action?: ReactNode;
  children?: ReactNode;
}

export const Way = ({ title, detail, action, children }: WayProps) => (
  <li className="grid gap-2 p-3">
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <div className="grow basis-56">
        <h4 className="flex flex-wrap items-center gap-2 font-semibold">{title}</h4>
        <p className="text-ink-soft text-sm">{detail}</p>
      </div>
      {action && <div className="grid grow basis-52 @lg:grow-0">{action}</div>}
    </div>
    {children}
  </li>
);

/** Stands for a way until it is known whether it works. */
export const PendingWay = () => (
  <li className="p-3">
    <Skeleton className="h-11" />
  </li>
);
