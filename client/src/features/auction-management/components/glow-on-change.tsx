// Makes its content glow for a moment whenever `of` changes. The content is not remounted, so it keeps the focus.
import { type ReactNode, useState } from "react";
import { cx } from "../../../lib/cx.ts";

interface GlowProps {
  of: string | number | null;
  className?: string;
  children: ReactNode;
}

export const Glow = ({ of, className, children }: GlowProps) => {
  const [seen, setSeen] = useState({ of, changes: 0 });
  if (seen.of !== of) setSeen({ of, changes: seen.changes + 1 });
  return (
    <span className={cx("relative inline-block max-w-full", className)}>
      {seen.changes > 0 && (
        <span key={seen.changes} aria-hidden className="absolute inset-0 animate-glow rounded-box" />
      )}
      <span className="relative">{children}</span>
    </span>
  );
};
