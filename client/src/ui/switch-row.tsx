// A switch with its name and what it does beside it.
import { type ReactNode, useId } from "react";
import { Switch } from "./switch.tsx";

interface SwitchRowProps {
  name: string;
  about: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

export const SwitchRow = ({ name, about, checked, onChange }: SwitchRowProps) => {
  const id = useId();
  return (
    <label htmlFor={id} className="flex min-h-11 cursor-pointer items-center justify-between gap-4">
      <span className="grid gap-1">
        <span className="font-medium">{name}</span>
        <span className="text-ink-soft text-sm">{about}</span>
      </span>
      <Switch id={id} checked={checked} onChange={({ target }) => onChange(target.checked)} />
    </label>
  );
};
