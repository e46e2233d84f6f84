// Deletes the account after a week: what stands against it, the question with the password, and the week in which the
// person can keep the account.
import { DELETION_WAIT_DAYS, type Deletion, type DeletionObstacle } from "@jara/shared/rest/own-data";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Link } from "#router";
import { messageOf } from "../../../lib/api.ts";
import { failureWords, issueAt } from "../../../lib/failure-words.ts";
import { lagosDateTime } from "../../../lib/lagos-moment.ts";
import { AskForm } from "../../../ui/ask.tsx";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Field } from "../../../ui/field.tsx";
import { Loaded } from "../../../ui/loaded.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { Panel } from "../../../ui/panel.tsx";
import { PasswordInput } from "../../../ui/password-input.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { textLinkClass } from "../../../ui/text-link.tsx";
import { deletionQuery, useAskForDeletion, useKeepAccount } from "../queries.ts";

/** `noPassword` is shown to an account that has none. */
export const DeleteAccount = ({ noPassword }: { noPassword: ReactNode }) => {
  const query = useQuery(deletionQuery);
  return (
    <Panel title="Delete your account">
      <Loaded
        query={query}
        failed={(error) => messageOf(error, "Failed to load this part")}
        loading={<Skeleton className="h-40" />}
      >
        {(deletion) => <State deletion={deletion} noPassword={noPassword} />}
      </Loaded>
    </Panel>
  );
};

const State = ({ deletion, noPassword }: { deletion: Deletion; noPassword: ReactNode }) => {
  if (deletion.waiting) return <Waiting dueAt={deletion.waiting.dueAt} obstacles={deletion.obstacles} />;
  if (deletion.obstacles.length > 0) return <Obstacles obstacles={deletion.obstacles} />;
  return (
    <>
      <Consequences />
      {deletion.hasPassword ? <AskToDelete /> : noPassword}
    </>
  );
};

const Consequences = () => (
  <ul className="grid list-disc gap-1 pl-5 text-sm">
    <li>
      The account is deleted after {DELETION_WAIT_DAYS} days. Until then you can keep it, but you cannot bid or buy.
    </li>
    <li>Your name, addresses, phone number, password, devices, bank accounts and emails are removed.</li>
    <li>
      Bids and payments stay under a made-up name, and receipts stay as they were written, because the law requires it.
    </li>
    <li>Nobody can bring the account back, and nobody can take your username.</li>
  </ul>
);

type Obstacle = Deletion["obstacles"][number];
/** The page on which the person can remove each obstacle. */
const places: Partial<Record<DeletionObstacle, readonly [to: string, name: string]>> = {
  balance: ["/profile/withdraw", "Withdraw money"],
  withdrawal: ["/profile/withdraw", "Your withdrawals"],
  owes: ["/purchases", "Your purchases"],
  pickup: ["/purchases", "Your purchases"],
  "second-chance": ["/purchases", "Your purchases"],
  "open-bids": ["/my-bids", "Your bids"],
  sells: ["/my-sales", "Your sales"],
};

const ObstacleList = ({ obstacles }: { obstacles: readonly Obstacle[] }) => (
  <ul className="grid gap-3 text-sm">
    {obstacles.map(({ reason, message }) => {
      const place = places[reason];
      return (
        <li key={reason} className="grid border-amber-mark border-l-2 pl-3">
          <span>{message}</span>
          {place && (
            <Link to={place[0]} className={textLinkClass}>
              {place[1]}
            </Link>
          )}
        </li>
      );
    })}
  </ul>
);

const Obstacles = ({ obstacles }: { obstacles: readonly Obstacle[] }) => (
  <>
    <p className="text-sm">You cannot delete your account yet:</p>
    <ObstacleList obstacles={obstacles} />
  </>
);

const Waiting = ({ dueAt, obstacles }: { dueAt: string; obstacles: readonly Obstacle[] }) => {
  const keep = useKeepAccount();
  return (
    <>
      <Notice tone="warning" title={`Your account will be deleted on ${lagosDateTime(dueAt)} (Lagos)`}>
        Until then you can log in and download your data, but you cannot bid or buy.
      </Notice>
      {obstacles.length > 0 && (
        <>
          <p className="text-sm">If this is still so at that time, the account stays:</p>
          <ObstacleList obstacles={obstacles} />
        </>
      )}
      {keep.isError && <Notice tone="error">{failureWords(keep.error, "The account could not be kept.")}</Notice>}
      <Button pending={keep.isPending} onClick={() => keep.mutate(undefined)} className="justify-self-start">
        Keep my account
      </Button>
    </>
  );
};

const AskToDelete = () => {
  const [isOpen, setIsOpen] = useState(false);
  const [password, setPassword] = useState("");
  const ask = useAskForDeletion();
  const close = () => {
    setIsOpen(false);
    setPassword("");
    ask.reset();
  };
  const wrongPassword = ask.isError ? issueAt(ask.error, "password") : null;
  return (
    <>
      <Button variant="danger" onClick={() => setIsOpen(true)} className="justify-self-start">
        Delete my account
      </Button>
      <Dialog open={isOpen} onClose={close} closable={!ask.isPending} title="Delete your account?" sheet>
        <AskForm
          label="Delete your account"
          yes={`Delete in ${DELETION_WAIT_DAYS} days`}
          isDanger
          isDisabled={!password}
          isPending={ask.isPending}
          problem={ask.isError && !wrongPassword && failureWords(ask.error, "The request could not be sent.")}
          onNo={close}
          onYes={() => password && ask.mutate(password)}
        >
          <Consequences />
          <Field label="Your password" error={wrongPassword}>
            <PasswordInput
              autoComplete="current-password"
              value={password}
              onChange={({ target }) => setPassword(target.value)}
            />
          </Field>
        </AskForm>
      </Dialog>
    </>
  );
};
