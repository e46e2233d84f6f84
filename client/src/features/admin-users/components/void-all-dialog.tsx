// "Void all bids" of one account on all open lots: asks for the reason, sends the command and reports the result for
// each lot.
import type { AdminUser } from "@jara/shared/rest/users";
import type { VoidEffect } from "@jara/shared/rest/voids";
import { useMutation } from "@tanstack/react-query";
import { Link } from "#router";
import { useVoidForm, type VoidForm, VoidReasonFields } from "../../../lots/void-reason-fields.tsx";
import { AskForm } from "../../../ui/ask.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { sentenceOf } from "../hooks/use-user-edits.ts";
import { type VoidedLot, voidAllBids } from "../queries.ts";

interface VoidAllDialogProps {
  user: AdminUser;
  open: boolean;
  onClose: () => void;
}

export const VoidAllDialog = ({ user, open, onClose }: VoidAllDialogProps) => (
  <Dialog open={open} onClose={onClose} title={`Void all bids of ${user.username}?`}>
    <VoidAll user={user} onClose={onClose} />
  </Dialog>
);

const VoidAll = ({ user, onClose }: { user: AdminUser; onClose: () => void }) => {
  const voidForm = useVoidForm("suspended");
  const { mutate, isPending, data, error } = useMutation({
    mutationFn: (sent: VoidForm) => voidAllBids(user._id, sent),
  });
  const lots = data?.lots;
  // Repeating is safe: void bids stay void, and only the lots that failed are tried again.
  const hasFailures = lots?.some(({ ok }) => !ok) ?? false;

  const submit = () => {
    const form = voidForm.check();
    if (form) mutate(form);
  };
  return (
    <AskForm
      label="Void all bids"
      no={lots ? "Close" : "Cancel"}
      yes={hasFailures ? "Try the rest again" : lots ? null : "Void all bids"}
      isDanger
      isPending={isPending}
      problem={error && `Failed to void the bids: ${sentenceOf(error)}`}
      onNo={onClose}
      onYes={submit}
    >
      {lots ? (
        <Report lots={lots} />
      ) : (
        <>
          <p className="text-sm">
            All bids and maximums of {user.username} on all open lots become void. Price and leader of each lot become
            what they would be without them. This cannot be undone.
          </p>
          <VoidReasonFields {...voidForm.fields} />
        </>
      )}
    </AskForm>
  );
};

/** The effects name no currency, so this report shows no prices; the lot's own page does. */
const Report = ({ lots }: { lots: VoidedLot[] }) => {
  if (lots.length === 0) return <p role="status">There were no valid bids on open lots.</p>;
  const done = lots.filter(({ ok }) => ok).length;
  return (
    <div className="grid gap-2">
      <p role="status" className="font-semibold">
        {done} of {lots.length} {lots.length === 1 ? "lot" : "lots"} done
      </p>
      <ul className="divide-y divide-line border-line border-y text-sm">
        {lots.map(({ auctionId, title, ok, effect, message }) => (
          <li key={auctionId} className="grid gap-1 py-2">
            <Link to={`/auction/${auctionId}`} className="font-semibold text-brand underline underline-offset-4">
              {title}
            </Link>
            {ok ? (
              <span>{effectWords(effect)}</span>
            ) : (
              <span className="text-danger">Not voided: {message ?? "the server refused it."}</span>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
};

const effectWords = (effect: VoidEffect | null): string => {
  if (!effect) return "Voided.";
  const price = effect.priceAfter < effect.priceBefore ? "The price fell" : "The price stays";
  const before = effect.leaderBefore?.username;
  const after = effect.leaderAfter?.username ?? "Nobody";
  return before === undefined || before === after
    ? `${price}. ${after} leads.`
    : `${price}. ${after} leads instead of ${before}.`;
};
