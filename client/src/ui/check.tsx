// A checkbox with its label.
interface CheckProps {
  label: string;
  checked: boolean;
  disabled?: boolean;
  onChange: (checked: boolean) => void;
  className?: string | undefined;
}

export const Check = ({ label, checked, disabled = false, onChange, className }: CheckProps) => (
  <label className={`flex min-h-11 items-center gap-2 text-sm ${className ?? ""}`}>
    <input
      type="checkbox"
      checked={checked}
      disabled={disabled}
      onChange={({ target }) => onChange(target.checked)}
      className="size-6 shrink-0 accent-brand"
    />
    {label}
  </label>
);
