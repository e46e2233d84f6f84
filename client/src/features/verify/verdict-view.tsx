// Shows the result of a check: whether the proof holds, what it proves, what it does not prove, and what is wrong.
import type { Verdict } from "@jara/proof/proof-file";
import { Ban, CircleAlert, CircleCheck, CircleHelp, Info } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "../../lib/cx.ts";

interface VerdictViewProps {
  verdict: Verdict;
  /** The title of the lot, if the proof has it. */
  title: string | null;
  children?: ReactNode;
}

export const VerdictView = ({ verdict, title, children }: VerdictViewProps) => {
  const { holds, proved, failed, notices, notProved } = verdict;
  const isEmpty = holds && proved.length === 0;
  return (
    <section aria-labelledby="verdict" className="grid gap-6">
      <div
        role={holds ? "status" : "alert"}
        className={cx(
          "grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-1 rounded-box border p-4 md:p-6",
          isEmpty ? "border-line bg-surface" : holds ? "border-brand bg-brand-soft" : "border-danger bg-danger-soft",
        )}
      >
        {isEmpty ? (
          <CircleHelp aria-hidden className="size-10 text-ink-soft" />
        ) : holds ? (
          <CircleCheck aria-hidden className="size-10 text-brand" />
        ) : (
          <CircleAlert aria-hidden className="size-10 text-danger" />
        )}
        <div>
          <h2 id="verdict" className="font-bold text-lg">
            {isEmpty
              ? "Nothing to check yet"
              : holds
                ? "Everything in this proof is correct"
                : "This proof is not correct"}
          </h2>
          {title !== null && (
            <p dir="auto" className="font-semibold wrap-anywhere">
              {title}
            </p>
          )}
          <p className="text-sm">
            {isEmpty
              ? "The log has no entry of this lot yet. New entries come within seconds."
              : holds
                ? "It was checked on this device, step by step."
                : "Keep the file. It is your evidence. Write to us, and show it to people you trust."}
          </p>
        </div>
        {children && <div className="col-span-2 mt-3 flex flex-wrap gap-2">{children}</div>}
      </div>
      <Sentences title="What is wrong" of={failed} icon={<Ban aria-hidden className="size-5 text-danger" />} />
      <Sentences title="What is proved" of={proved} icon={<CircleCheck aria-hidden className="size-5 text-brand" />} />
      <Sentences title="Good to know" of={notices} icon={<Info aria-hidden className="size-5 text-ink-soft" />} />
      <Sentences
        title="What this does not prove"
        of={isEmpty ? [] : [...notProved, ...thisPage]}
        icon={<CircleHelp aria-hidden className="size-5 text-ink-soft" />}
      />
    </section>
  );
};

const thisPage = [
  "That this page is honest: it also comes from the auction house. Save the file, and check it with the verifier of somebody you trust.",
];

/** A list of more sentences than this is folded. */
const SHOWN = 8;

const Sentences = ({ title, of, icon }: { title: string; of: readonly string[]; icon: ReactNode }) => {
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
