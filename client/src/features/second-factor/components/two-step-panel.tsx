// The section "Two-step verification": its state, and the way to switch it on, change it and switch it off.
import type { SecondFactor } from "@jara/shared/rest/second-factor";
import { ShieldCheck } from "lucide-react";
import { useState } from "react";
import { failureWords } from "../../../lib/failure-words.ts";
import { lagosMoment } from "../../../lib/lagos-moment.ts";
import { Button } from "../../../ui/button.tsx";
import { Loaded } from "../../../ui/loaded.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { Panel } from "../../../ui/panel.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { useNewCodes, useSecondFactor } from "../use-second-factor.ts";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { SetUpApp } from "./set-up-app.tsx";
import { SwitchOffDialog } from "./switch-off-dialog.tsx";

/** Fewer codes left than this are worth a warning. */
const FEW_CODES = 4;

/** The step that the panel shows instead of the state. */
type Step = { kind: "app" } | { kind: "codes"; codes: string[] } | null;

export const TwoStepPanel = () => {
  const query = useSecondFactor();
  const [step, setStep] = useState<Step>(null);
  const showCodes = (codes: string[]) => setStep({ kind: "codes", codes });
  return (
    <div id="two-step" className="scroll-mt-20">
      <Panel title="Two-step verification">
        {step?.kind === "app" ? (
          <SetUpApp onCodes={showCodes} onCancel={() => setStep(null)} />
        ) : step?.kind === "codes" ? (
          <RecoveryCodes codes={step.codes} onDone={() => setStep(null)} />
        ) : (
          <Loaded
            query={query}
            failed={(error) => failureWords(error, "Your two-step verification could not be loaded.")}
            loading={<Skeleton className="h-28" />}
          >
            {(factor) => <State factor={factor} onSetUp={() => setStep({ kind: "app" })} onCodes={showCodes} />}
          </Loaded>
        )}
      </Panel>
    </div>
  );
};

interface StateProps {
  factor: SecondFactor;
  onSetUp: () => void;
  onCodes: (codes: string[]) => void;
}

const State = ({ factor, onSetUp, onCodes }: StateProps) =>
  factor.addedAt === null ? (
    <Off factor={factor} onSetUp={onSetUp} />
  ) : (
    <On factor={factor} addedAt={factor.addedAt} onSetUp={onSetUp} onCodes={onCodes} />
  );

const Off = ({ factor, onSetUp }: Pick<StateProps, "factor" | "onSetUp">) => (
  <>
    {factor.isRequired && (
      <Notice tone="warning" title="Staff need two-step verification">
        The screens for staff open once you have set it up.
      </Notice>
    )}
    <p className="text-ink-soft text-sm">
      With two-step verification, a login needs your password and a code from an app on your phone. Somebody who learns
      your password cannot get in with it alone.
    </p>
    <Button className="justify-self-start" onClick={onSetUp}>
      Set up
    </Button>
  </>
);

const On = ({ factor, addedAt, onSetUp, onCodes }: StateProps & { addedAt: string }) => {
  const [isAsking, setIsAsking] = useState(false);
  const codes = useNewCodes(onCodes);
  const left = factor.recoveryCodesLeft;
  return (
    <div className="grid gap-4">
      <p className="flex items-start gap-3">
        <ShieldCheck aria-hidden className="mt-0.5 size-5 shrink-0 text-brand" />
        <span>
          <span className="font-semibold">On</span> since {lagosMoment(addedAt)}.{" "}
          <span className="text-ink-soft">
            {left === 1 ? "1 recovery code is left." : `${left} recovery codes are left.`}
          </span>
        </span>
      </p>
      {left < FEW_CODES && (
        <Notice tone="warning">
          {left === 0 ? "No recovery code is left." : "Few recovery codes are left."} Without one you cannot log in if
          you lose your phone. Please make new ones.
        </Notice>
      )}
      {codes.isError && <Notice tone="error">{failureWords(codes.error, "New codes could not be made.")}</Notice>}
      <div className="flex flex-wrap gap-2">
        <Button
          variant="secondary"
          pending={codes.isPending}
          onClick={() => codes.mutate()}
          className="flex-auto sm:flex-none"
        >
          Make new recovery codes
        </Button>
        <Button variant="secondary" onClick={onSetUp} className="flex-auto sm:flex-none">
          Use another app
        </Button>
        {!factor.isRequired && (
          <Button variant="ghost" onClick={() => setIsAsking(true)} className="flex-auto text-danger sm:flex-none">
            Switch off
          </Button>
        )}
      </div>
      {factor.isRequired && <p className="text-ink-soft text-sm">Staff of this site cannot switch it off.</p>}
      <SwitchOffDialog isOpen={isAsking} onClose={() => setIsAsking(false)} />
    </div>
  );
};
