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
  const { proved, failed, notices, notProved } = verdict;
  const { box, Icon, icon, headline, sentence } = resultOf(verdict);
  return (
    <section aria-labelledby="verdict" className="grid gap-6">
      <div
        role={verdict.holds ? "status" : "alert"}
        className={cx("grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-1 rounded-box border p-4 md:p-6", box)}
      >
        <Icon aria-hidden className={cx("size-10", icon)} />
        <div>
          <h2 id="verdict" className="font-bold text-lg">
            {headline}
          </h2>
          {title !== null && (
            <p dir="auto" className="font-semibold wrap-anywhere">
              {title}
            </p>
          )}
          <p className="text-sm">{sentence}</p>
        </div>
        {children && <div className="col-span-2 mt-3 flex flex-wrap gap-2">{children}</div>}
      </div>
      <Sentences title="What is wrong" of={failed} icon={<Ban aria-hidden className="size-5 text-danger" />} />
      <Sentences title="What is proved" of={proved} icon={<CircleCheck aria-hidden className="size-5 text-brand" />} />
      <Sentences title="Good to know" of={notices} icon={<Info aria-hidden className="size-5 text-ink-soft" />} />
      <Sentences
        title="What this does not prove"
        of={isEmpty(verdict) ? [] : [...notProved, ...thisPage]}
        icon={<CircleHelp aria-hidden className="size-5 text-ink-soft" />}
      />
    </section>
  );
};

const isEmpty = ({ holds, proved }: Verdict): boolean => holds && proved.length === 0;

const neutral = { box: "border-line bg-surface", icon: "text-ink-soft" };

/** Only a witness whose key the reader has from the witness makes the result more than the house's own word. */
const resultOf = (verdict: Verdict) => {
  if (isEmpty(verdict)) {
    return {
      ...neutral,
      Icon: CircleHelp,
      headline: "Nothing to check yet",
      sentence: "The log has no entry of this lot yet. New entries come within seconds.",
    };
  }
  if (!verdict.holds) {
    return {
      box: "border-danger bg-danger-soft",
      icon: "text-danger",
      Icon: CircleAlert,
      headline: "This proof is not correct",
      sentence: "Keep the file. It is your evidence. Write to us, and show it to people you trust.",
    };
  }
  if (verdict.witnesses === "kept") {
    return {
      box: "border-brand bg-brand-soft",
      icon: "text-brand",
      Icon: CircleCheck,
      headline: "Everything in this proof is correct",
      sentence: "It was checked on this device, step by step, and a witness that you trust signed the log.",
    };
  }
  const because =
    verdict.witnesses === "none" ? "no witness has signed it" : "you know the key of its witness only from us";
  const sentence = verdict.lot
    ? `It checked our signatures, each entry of the lot, and the rules. It could not check whether we show everybody the same log: ${because}.`
    : "It checked our signature. The file has no entries of the log.";
  return {
    ...neutral,
    Icon: CircleCheck,
    headline: "Your device found no mistake",
    sentence,
  };
};

const thisPage = [
  "That this page is honest: it also comes from the auction house. “Check it without us”, below, says what to do.",
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
