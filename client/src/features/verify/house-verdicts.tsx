// Shows the results of the house's own checks in the last nights. It says that these are only the house's own
// statements.
import type { NightlyVerdict } from "@jara/proof/nightly-verdict";
import { CircleAlert, CircleCheck, CircleHelp } from "lucide-react";
import { cx } from "../../lib/cx.ts";
import { useVerdicts } from "./use-verdicts.ts";

const words: Readonly<Record<NightlyVerdict["result"], string>> = {
  good: "Everything that was checked is correct",
  bad: "Something is not correct",
  unfinished: "Not everything was checked",
};

const look = {
  good: { Icon: CircleCheck, icon: "text-brand", box: "border-brand bg-brand-soft" },
  bad: { Icon: CircleAlert, icon: "text-danger", box: "border-danger bg-danger-soft" },
  unfinished: { Icon: CircleHelp, icon: "text-ink-soft", box: "border-line bg-surface" },
} as const;

const day = new Intl.DateTimeFormat("en-NG", { timeZone: "UTC", dateStyle: "long" });
/** `2026-11-25` to `25 November 2026`. */
const dayWords = (date: string): string => day.format(new Date(`${date}T12:00:00Z`));

const count = (n: number, one: string, many = `${one}s`): string =>
  `${n.toLocaleString("en-NG")} ${n === 1 ? one : many}`;

export const HouseVerdicts = () => {
  const { data } = useVerdicts();
  if (!data) return null;
  const [newest, ...older] = data.verdicts;
  return (
    <section aria-labelledby="house-verdicts" className="grid gap-3">
      <h3 id="house-verdicts" className="font-bold">
        What the auction house found last night
      </h3>
      <p className="max-w-prose text-ink-soft">
        Each night the auction house checks the log and its own books, and signs the result, even if it is bad.
      </p>
      {[...data.faults, ...(data.late === null ? [] : [data.late])].map((sentence) => (
        <p key={sentence} role="alert" className={data.faults.includes(sentence) ? "text-danger" : "text-ink-soft"}>
          {sentence}
        </p>
      ))}
      {newest && <Newest verdict={newest} />}
      {older.length > 0 && (
        <details>
          <summary className="min-h-11 content-center font-semibold text-brand">The nights before</summary>
          <ul className="grid gap-1">
            {older.map(({ number, date, result }) => (
              <li key={`${date} ${number}`}>
                {dayWords(date)}: {words[result]} ({number})
              </li>
            ))}
          </ul>
        </details>
      )}
      <p className="max-w-prose text-ink-soft text-sm">
        Here the auction house checked itself. Its signature proves only that it cannot deny this result later.
      </p>
    </section>
  );
};

const Newest = ({ verdict }: { verdict: NightlyVerdict }) => {
  const { date, number, result, entries, lots, bids, findings, unfinished } = verdict;
  const { Icon, icon, box } = look[result];
  return (
    <div className={cx("grid grid-cols-[auto_1fr] items-start gap-x-4 gap-y-2 rounded-box border p-4", box)}>
      <Icon aria-hidden className={cx("size-8", icon)} />
      <div className="grid min-w-0 gap-2">
        <h4 className="font-bold">{words[result]}</h4>
        <p className="text-sm">
          {dayWords(date)}, verdict {number}: {count(entries, "new entry", "new entries")} of {count(lots, "lot")},{" "}
          {count(bids, "bid")}.
        </p>
        {[...findings, ...unfinished].length > 0 && (
          <ul className="grid list-disc gap-1 ps-5 text-sm">
            {[...findings, ...unfinished].map((sentence) => (
              <li key={sentence} className="wrap-anywhere">
                {sentence}
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
};
