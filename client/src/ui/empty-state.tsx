// The text of an empty list: says that there is nothing here, and what the user can do about it.
import type { ReactNode } from "react";

interface EmptyStateProps {
  title: string;
  /** True if this is the page's only content; its title is then the page's heading. */
  isPage?: boolean;
  action?: ReactNode;
  children?: ReactNode;
}

export const EmptyState = ({ title, isPage = false, action, children }: EmptyStateProps) => (
  <div className="grid justify-items-center gap-3 rounded-box border border-line border-dashed px-4 py-12 text-center">
    <div aria-hidden className="ankara mb-2 size-20 rounded-full" />
    {isPage ? (
      <h1 className="max-w-prose font-bold text-lg">{title}</h1>
    ) : (
      <p className="max-w-prose font-semibold text-base">{title}</p>
    )}
    {children && <div className="max-w-prose text-ink-soft text-sm">{children}</div>}
    {action}
  </div>
);
