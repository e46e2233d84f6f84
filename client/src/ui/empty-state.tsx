// Says that there is nothing here, and what to do about it.
import type { ReactNode } from "react";

interface EmptyStateProps {
  title: ReactNode;
  action?: ReactNode;
  children?: ReactNode;
}

export const EmptyState = ({ title, action, children }: EmptyStateProps) => (
  <div className="grid justify-items-center gap-3 rounded-box border border-line border-dashed px-4 py-16 text-center">
    <p className="max-w-prose font-semibold text-base">{title}</p>
    {children && <div className="max-w-prose text-ink-soft text-sm">{children}</div>}
    {action}
  </div>
);
