// A list of sentences of a check under a heading. A long one is folded.
import type { ReactNode } from "react";

/** More sentences than this are folded. */
const SHOWN = 8;

export const Sentences = ({ title, of, icon }: { title: string; of: readonly string[]; icon: ReactNode }) => {
  if (of.length === 0) return null;
  const rest = of.slice(SHOWN);
  return (
    <div className="grid gap-2">
      <h3 className="font-bold">{title}</h3>
      <List of={of.slice(0, SHOWN)} icon={icon} />
      {rest.length > 0 && (
        <details>
          <summary className="min-h-11 content-center font-semibold text-brand">{rest.length} more</summary>
          <List of={rest} icon={icon} />
        </details>
      )}
    </div>
  );
};

const List = ({ of, icon }: { of: readonly string[]; icon: ReactNode }) => (
  <ul className="grid max-w-prose gap-2">
    {of.map((sentence) => (
      <li key={sentence} className="grid grid-cols-[auto_1fr] gap-x-3">
        <span className="pt-0.5">{icon}</span>
        <span className="min-w-0 wrap-anywhere">{sentence}</span>
      </li>
    ))}
  </ul>
);
