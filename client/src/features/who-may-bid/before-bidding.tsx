// Says what the house asks before the first bid on a lot, each with the one thing to do. It stands above the form, which
// stays as it is, so that nothing typed is lost.
import { formatMoney } from "@jara/shared/money";
import type { MayBid } from "@jara/shared/rest/who-may-bid";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { messageOf } from "../../lib/api.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { askForApproval, type BiddingPlace, mayBidQuery } from "./queries.ts";
import { SendDocument } from "./send-document.tsx";
import { VerifyPhone } from "./verify-phone.tsx";

interface BeforeBiddingProps {
  place: BiddingPlace;
  mayBid: MayBid | undefined;
  /** The phone of the profile, which is suggested. */
  phone: string;
}

export const BeforeBidding = ({ place, mayBid, phone }: BeforeBiddingProps) => {
  if (!mayBid) return null;
  const { missing, limit } = mayBid;
  if (missing.length === 0) {
    return limit === null ? null : (
      <p className="text-ink-soft text-sm">Your limit here is {formatMoney(limit, "NGN")} for each bid.</p>
    );
  }
  return (
    <section
      aria-labelledby="asked-title"
      className="grid gap-2 rounded-box border border-amber-mark bg-amber-soft p-3"
    >
      <h2 id="asked-title" className="font-bold text-base">
        {place.is === "lot" ? "What we ask of bidders here" : "What we ask before you bid in this sale"}
      </h2>
      {missing.includes("phone") && <PhoneStep phone={phone} />}
      {missing.includes("document") && <DocumentStep document={mayBid.document} />}
      {missing.includes("approval") && <ApprovalStep place={place} approval={mayBid.approval} />}
    </section>
  );
};

const Step = ({ says, children }: { says: ReactNode; children?: ReactNode }) => (
  <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
    <p className="min-w-0 flex-1 basis-44 text-sm [overflow-wrap:anywhere]">{says}</p>
    {children}
  </div>
);

const PhoneStep = ({ phone }: { phone: string }) => {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Step says="Verify your phone number. We send you a code by SMS.">
      <Button size="sm" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        Verify phone
      </Button>
      <VerifyPhone open={isOpen} onClose={() => setIsOpen(false)} phone={phone} />
    </Step>
  );
};

const DocumentStep = ({ document }: Pick<MayBid, "document">) => {
  if (document?.status === "waiting")
    return <Step says="We have your document, and tell you here once we have read it." />;
  return (
    <Step
      says={
        document?.reason
          ? `We could not accept your document: ${document.reason}`
          : "Send us a document with your name, such as a NIN slip, a passport or a driver's licence."
      }
    >
      <SendDocument label={document ? "Send another" : "Send document"} />
    </Step>
  );
};

const ApprovalStep = ({ place, approval }: Pick<BeforeBiddingProps, "place"> & Pick<MayBid, "approval">) => {
  const client = useQueryClient();
  const asked = useMutation({
    mutationFn: () => askForApproval(place),
    onSuccess: (answer) => client.setQueryData(mayBidQuery(place).queryKey, answer),
  });
  if (approval?.status === "declined") {
    return <Step says={`We have declined your request: ${approval.reason ?? ""} Please contact us.`} />;
  }
  if (approval) return <Step says="You asked for our approval. We tell you here once we have decided." />;
  return (
    <>
      <Step says="We approve each bidder here.">
        <Button size="sm" pending={asked.isPending} onClick={() => asked.mutate()}>
          Ask for approval
        </Button>
      </Step>
      {asked.isError && <Notice tone="error">{messageOf(asked.error, "It could not be sent.")}</Notice>}
    </>
  );
};
