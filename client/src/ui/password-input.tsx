// A password input with a button that shows or hides the typed text.
import { Eye, EyeOff } from "lucide-react";
import { type ComponentProps, useState } from "react";
import "../lib/filled-values.ts";
import { Input } from "./field.tsx";

export const PasswordInput = (props: ComponentProps<typeof Input>) => {
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <div className="relative">
      <Input {...props} type={shown ? "text" : "password"} className="pr-12" spellCheck={false} autoCapitalize="none" />
      <button
        type="button"
        aria-label={shown ? "Hide password" : "Show password"}
        aria-pressed={shown}
        onClick={() => setShown(!shown)}
        className="absolute inset-y-0 right-0 grid w-11 place-items-center rounded-box text-ink-soft hover:text-ink"
      >
        <Icon aria-hidden className="size-5" />
      </button>
    </div>
  );
};
