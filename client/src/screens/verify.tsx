// Checks a proof on the reader's own device: of a lot in the public log, or from a saved file, also without a connection.
import { type ReactNode, useEffect } from "react";
import { Link, useSearchParams } from "#router";
import { FileChoice } from "../features/verify/file-choice.tsx";
import { HouseVerdicts } from "../features/verify/house-verdicts.tsx";
import { HowItWorks } from "../features/verify/how-it-works.tsx";
import { useKeptWitnesses } from "../features/verify/kept-witnesses.ts";
import { LogResult } from "../features/verify/log-result.tsx";
import { LogWords } from "../features/verify/log-words.tsx";
import { type Check, useCheck, useCheckOfAddress } from "../features/verify/use-check.ts";
import { type ReadVerdicts, useVerdicts } from "../features/verify/use-verdicts.ts";
import { VerdictView } from "../features/verify/verdict-view.tsx";
import { WithoutUs } from "../features/verify/without-us.tsx";
import { WitnessKeys } from "../features/verify/witness-keys.tsx";
import { saveFile } from "../lib/save-file.ts";
import { Button, buttonClass } from "../ui/button.tsx";
import { RetryNotice } from "../ui/retry-notice.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { TextPage } from "../ui/text-page.tsx";

export const Component = () => {
  const [params, setParams] = useSearchParams();
  const auctionId = params.get("auction");
  const kept = useKeptWitnesses();
  const checks = useCheck(kept.keys);
  useCheckOfAddress(checks, auctionId);
  const { check, ofLot, ofFile } = checks;
  const choose = (file: File) => {
    // The address no longer names what is shown.
    if (auctionId !== null) setParams({}, { replace: true });
    void ofFile(file);
  };
  return (
    <TextPage
      title={auctionId === null ? "Check a proof" : "Check this auction"}
      intro="We record each bid, each change and the end of a lot in public. Here your own device checks that nothing was changed or left out later."
    >
      <div className="grid max-w-3xl gap-8">
        <Outcome check={check} onAgain={auctionId === null ? null : () => void ofLot(auctionId)} />
        <HowItWorks />
        <FileChoice onFile={choose} />
        <ForExperts>
          {check.step === "done" && <LogResult verdict={check.verdict} />}
          <LogWords />
          <WithoutUs />
          <WitnessKeys kept={kept} />
          <HouseVerdicts />
        </ForExperts>
      </div>
    </TextPage>
  );
};

/** A part that is collapsed, unless something is not correct. */
const ForExperts = ({ children }: { children: ReactNode }) => {
  const { data } = useVerdicts();
  return (
    <details open={data !== undefined && !isGood(data)}>
      <summary className="min-h-11 w-fit content-center">
        <h2 className="inline font-bold text-lg">For experts</h2>
      </summary>
      <div className="mt-2 grid gap-8">{children}</div>
    </details>
  );
};

const isGood = ({ faults, late, verdicts }: ReadVerdicts): boolean =>
  faults.length === 0 && (late === null || verdicts.length === 0) && verdicts[0]?.result !== "bad";

const Outcome = ({ check, onAgain }: { check: Check; onAgain: (() => void) | null }) => {
  useEffect(() => {
    if (check.step === "done") document.getElementById("verdict")?.scrollIntoView({ block: "nearest" });
  }, [check.step]);
  switch (check.step) {
    case "nothing":
      return null;
    case "reading":
    case "checking":
      return <Busy check={check} />;
    case "failed":
      return onAgain ? (
        <RetryNotice onRetry={onAgain}>{check.why}</RetryNotice>
      ) : (
        <p role="alert" className="text-danger">
          {check.why}
        </p>
      );
    case "done":
      return (
        <VerdictView verdict={check.verdict} title={check.title} isSavable={isSavable(check)}>
          <Actions check={check} />
        </VerdictView>
      );
    default:
      return check satisfies never;
  }
};

const Busy = ({ check }: { check: Extract<Check, { step: "reading" | "checking" }> }) => (
  <div className="grid gap-3">
    <p role="status" className="text-ink-soft">
      {check.step === "checking"
        ? "Checking each bid and each change..."
        : check.entries > 0
          ? `Reading the record of this lot: ${check.entries.toLocaleString("en-NG")} lines...`
          : "Reading the record of this lot..."}
    </p>
    <Skeleton className="h-28" />
  </div>
);

type Done = Extract<Check, { step: "done" }>;

const auctionIn = ({ verdict }: Done): string | null => verdict.lot?.auction ?? null;

/** Only the check of a lot can be saved: the reader already has a file that was checked. */
const isSavable = (check: Done): boolean => check.of.kind === "lot" && auctionIn(check) !== null;

const Actions = ({ check }: { check: Done }) => {
  const { of, text } = check;
  const lotId = of.kind === "lot" ? of.auctionId : auctionIn(check);
  return (
    <>
      {lotId !== null && isSavable(check) && (
        <Button
          size="sm"
          variant="secondary"
          onClick={() => saveFile(new Blob([text], { type: "application/json" }), `proof-${lotId}.json`)}
        >
          Save as a file
        </Button>
      )}
      {lotId !== null && (
        <Link to={`/auction/${lotId}`} className={buttonClass("secondary", "sm")}>
          See the lot
        </Link>
      )}
    </>
  );
};
