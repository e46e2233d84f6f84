// A progress bar from 0 to 1.
import { cx } from "../lib/cx.ts";

interface ProgressBarProps {
  label: string;
  share: number;
  className?: string;
}

export const ProgressBar = ({ label, share, className }: ProgressBarProps) => {
  const percent = Math.round(Math.min(1, Math.max(0, share)) * 100);
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      className={cx("h-2 overflow-hidden rounded-box bg-sunken ring-1 ring-line", className)}
    >
      <div className="h-full bg-brand transition-[width] duration-150" style={{ width: `${percent}%` }} />
    </div>
  );
};
