// Sets up an authenticator app: the secret as a QR code and as text, and the first code of the app.
import type { TotpEnrolment } from "@jara/shared/rest/second-factor";
import { type ReactNode, useEffect, useRef } from "react";
import { failureWords } from "../../../lib/failure-words.ts";
import { CopyButton } from "../../../money/copy-button.tsx";
import { Button } from "../../../ui/button.tsx";
import { CodeForm } from "../../../ui/code-form.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { QrCode } from "../../../ui/qr-code.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { useConfirmApp, useStartApp } from "../use-second-factor.ts";

interface SetUpAppProps {
  onCodes: (codes: string[]) => void;
  onCancel: () => void;
}

export const SetUpApp = ({ onCodes, onCancel }: SetUpAppProps) => {
  const { mutate, data, error } = useStartApp();
  const isStarted = useRef(false);
  useEffect(() => {
    // StrictMode runs this twice, and each start makes another secret.
    if (isStarted.current) return;
    isStarted.current = true;
    mutate();
  }, [mutate]);
  const cancel = (
    <Button variant="secondary" size="lg" onClick={onCancel} className="flex-auto">
      Cancel
    </Button>
  );
  if (error) {
    return (
      <>
        <Notice tone="error">{failureWords(error, "The set-up could not be started.")}</Notice>
        <div className="flex">{cancel}</div>
      </>
    );
  }
  return (
    <ol className="grid gap-6">
      <Step number={1} title="Install an authenticator app on your phone">
        <p className="text-ink-soft text-sm">
          For example Google Authenticator, Microsoft Authenticator or Aegis. If you have one, use it.
        </p>
      </Step>
      <Step number={2} title="Scan this picture with the app">
        {data ? <Secret enrolment={data} /> : <Skeleton className="h-66" />}
      </Step>
      <Step number={3} title="Enter the code that the app shows">
        <Confirm isReady={data !== undefined} onCodes={onCodes}>
          {cancel}
        </Confirm>
      </Step>
    </ol>
  );
};

const Step = ({ number, title, children }: { number: number; title: string; children: ReactNode }) => (
  <li className="grid grid-cols-[minmax(0,1fr)] gap-3">
    <h3 className="flex items-center gap-3 font-semibold">
      <span
        aria-hidden
        className="grid size-7 shrink-0 place-items-center rounded-full bg-brand-soft font-bold text-brand text-sm"
      >
        {number}
      </span>
      {title}
    </h3>
    {children}
  </li>
);

/** In groups of four, as people read it out and type it. */
const grouped = (secret: string): string => secret.replace(/.{4}(?=.)/g, "$& ");

const Secret = ({ enrolment: { secret, url } }: { enrolment: TotpEnrolment }) => (
  <div className="grid gap-3">
    <QrCode text={url} label="QR code for your authenticator app" />
    <p className="text-ink-soft text-sm">
      If the app is on this device,{" "}
      <a href={url} className="font-semibold text-brand underline underline-offset-4">
        open it with this link
      </a>
      . You can also enter this key by hand:
    </p>
    <div className="flex flex-wrap items-center gap-2">
      <code className="rounded-box bg-sunken px-3 py-2 font-mono text-sm [overflow-wrap:anywhere]">
        {grouped(secret)}
      </code>
      <CopyButton text={secret} what="the key" />
    </div>
  </div>
);

interface ConfirmProps {
  isReady: boolean;
  onCodes: (codes: string[]) => void;
  children: ReactNode;
}

const Confirm = ({ isReady, onCodes, children }: ConfirmProps) => {
  const confirm = useConfirmApp(onCodes);
  return (
    <CodeForm
      button="Switch on"
      takesRecoveryCode={false}
      hasFocus={false}
      isPending={confirm.isPending}
      error={confirm.error && failureWords(confirm.error, "The code could not be checked. Please try again.")}
      onCode={(code) => {
        if (isReady) confirm.mutate(code);
      }}
    >
      {children}
    </CodeForm>
  );
};
