// Shows the result of a check to somebody who has never heard of a log: what was checked, by whom, what was found, what can
// be done now, and what the check cannot say. The part about the log itself is for experts (`log-result.tsx`).
import type { Verdict } from "@jara/proof/proof-file";
import { formatLagosTime } from "@jara/shared/time";
import { Ban, CircleAlert, CircleCheck, CircleHelp, Info } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "../../lib/cx.ts";
import { useSite } from "../../lib/site.ts";
import { MailLink } from "../../ui/text-link.tsx";
import { Sentences } from "./sentences.tsx";

interface VerdictViewProps {
  verdict: Verdict;
  /** The title of the lot, if the proof has it. */
  title: string | null;
  /** The result can be saved as a file. */
  isSavable: boolean;
  children?: ReactNode;
}

const looks = {
  right: { box: "border-brand bg-brand-soft", icon: "text-brand", Icon: CircleCheck },
  wrong: { box: "border-danger bg-danger-soft", icon: "text-danger", Icon: CircleAlert },
  early: { box: "border-line bg-surface", icon: "text-ink-soft", Icon: CircleHelp },
};

export const VerdictView = ({ verdict, title, isSavable, children }: VerdictViewProps) => {
  const { proved, failed, notices, notProved } = verdict;
  const result = resultOf(verdict);
  const { box, Icon, icon } = looks[result];
  return (
    <section aria-labelledby="verdict" className="grid gap-6">
      <div
        role={result === "wrong" ? "alert" : "status"}
        className={cx("grid gap-4 rounded-box border p-4 md:p-6", box)}
      >
        {/* With very large text the icon stands above the headline. */}
        <div className="flex flex-wrap items-start gap-x-3">
          <Icon aria-hidden className={cx("size-8 shrink-0", icon)} />
          <div className="min-w-0 grow basis-[8em]">
            <h2 id="verdict" className="font-bold text-lg">
              {headlines[result]}
            </h2>
            {title !== null && (
              <p dir="auto" className="font-semibold wrap-anywhere">
                {title}
              </p>
            )}
          </div>
        </div>
        <Explained verdict={verdict} isSavable={isSavable} />
        {children && <div className="flex flex-wrap gap-2">{children}</div>}
      </div>
      <Sentences title="What is wrong" of={failed} icon={<Ban aria-hidden className="size-5 text-danger" />} />
      <Sentences title="What was found" of={proved} icon={<CircleCheck aria-hidden className="size-5 text-brand" />} />
      <Sentences title="Good to know" of={notices} icon={<Info aria-hidden className="size-5 text-ink-soft" />} />
      <Sentences
        title="What this check cannot say"
        of={result === "early" ? [] : [...notProved, ...limitsOf(verdict)]}
        icon={<CircleHelp aria-hidden className="size-5 text-ink-soft" />}
      />
    </section>
  );
};

type Result = keyof typeof looks;

const resultOf = ({ holds, proved, logProved }: Verdict): Result => {
  if (!holds) return "wrong";
  return proved.length === 0 && logProved.length === 0 ? "early" : "right";
};

const headlines: Record<Result, string> = {
  right: "Your device found no mistake",
  wrong: "Your device found a mistake",
  early: "Nothing to check yet",
};

/** The list of questions that a reader has, each with its answer. */
const Explained = ({ verdict, isSavable }: Pick<VerdictViewProps, "verdict" | "isSavable">) => {
  const result = resultOf(verdict);
  const email = useSite()?.contact.email;
  if (result === "early") return <p>We have recorded nothing about this lot yet. Look again in a minute.</p>;
  const isWitnessed = verdict.witnesses === "kept";
  return (
    <dl className="grid gap-3">
      <Answer to="What was checked?">{verdict.lot ? checkedOf(verdict.lot) : "Our signature in this file."}</Answer>
      <Answer to="Who checked it?">
        Your own device, step by step, with the program of this page.
        {isWitnessed && " Somebody else whom you trust confirms that we show everybody the same."}
      </Answer>
      <Answer to="What can I do now?">
        {result === "right" ? (
          <>
            Nothing is wrong, so you need not do anything.
            {isSavable && " Save the file if you want to keep it as proof."}
          </>
        ) : (
          <>
            {isSavable ? "Save the file, because it is your proof." : "Keep the file, because it is your proof."} Write
            to us, and show it to people you trust.{" "}
            {email && <MailLink address={email} subject="A check of a lot found a mistake" />}
          </>
        )}
      </Answer>
    </dl>
  );
};

/** The end of a lot that runs cannot have been checked. */
const checkedOf = ({ status, atMs }: NonNullable<Verdict["lot"]>): string => {
  const kept = "that nothing was changed or left out later, and that the rules of bidding were kept";
  return status === "active" || status === "paused"
    ? `Each bid, each change and the price of this lot up to its last change, of ${formatLagosTime(new Date(atMs).toISOString())}: ${kept}. The lot has not ended yet, so check it again after its end.`
    : `Each bid, each change, the price and the end of this lot: ${kept}.`;
};

const Answer = ({ to, children }: { to: string; children: ReactNode }) => (
  <div>
    <dt className="font-semibold">{to}</dt>
    <dd>{children}</dd>
  </div>
);

/** This page comes from the house too. Only somebody else can say whether everybody sees the same. */
const limitsOf = ({ witnesses, lot }: Verdict): string[] => [
  ...(lot && witnesses !== "kept" ? ["Whether we show everybody the same bids. Only somebody else can say that."] : []),
  "Whether this page is honest, because it comes from us too. “Check it without us”, under “For experts”, says what to do.",
];
