// A panel: a framed part of a page with its heading and, optionally, one action beside it.
import { type ReactNode, useId } from "react";
import { cx } from "../lib/cx.ts";

interface PanelProps {
  title: ReactNode;
  action?: ReactNode;
  className?: string;
  children: ReactNode;
}

export const Panel = ({ title, action, className, children }: PanelProps) => {
  const titleId = useId();
  return (
    <section
      aria-labelledby={titleId}
      className={cx(
        "grid grid-cols-[minmax(0,1fr)] content-start gap-4 rounded-box border border-line bg-surface p-4 md:p-6",
        className,
      )}
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id={titleId} className="font-bold text-lg">
          {title}
        </h2>
        {action}
      </div>
      {children}
    </section>
  );
};
