// The screen of an agreement, for the seller alone: the terms, the seller terms, and the acceptance with a name.
import type { AgreementAnswer } from "@jara/shared/rest/agreements";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useParams } from "#router";
import { SellerTerms } from "../features/legal/seller-terms.tsx";
import { acceptAgreement, agreementQuery, downloadAgreement } from "../features/offers/queries.ts";
import { SignatureForm } from "../features/offers/signature-form.tsx";
import { TermsList } from "../features/offers/terms-list.tsx";
import { WhatYouGet } from "../features/offers/what-you-get.tsx";
import { useAuth } from "../features/session/auth-context.tsx";
import { ToLogin } from "../features/session/components/to-login.tsx";
import { ApiError, messageOf } from "../lib/api.ts";
import { lagosMoment } from "../lib/lagos-moment.ts";
import { usePageTitle } from "../lib/page-title.ts";
import { useDownload } from "../queries/download.ts";
import { Button, buttonClass } from "../ui/button.tsx";
import { Loaded, Loading } from "../ui/loaded.tsx";
import { Notice } from "../ui/notice.tsx";
import { Panel } from "../ui/panel.tsx";
import { Component as NotFound } from "./not-found.tsx";

export const Component = () => {
  usePageTitle("Agreement");
  const { isAuthenticated, isLoading } = useAuth();
  const { id = "" } = useParams();
  if (isLoading) return null;
  return isAuthenticated ? <Agreement id={id} /> : <ToLogin />;
};

const Agreement = ({ id }: { id: string }) => {
  const query = useQuery(agreementQuery(id));
  if (query.error instanceof ApiError && query.error.status === 404) return <NotFound />;
  return (
    <div className="mx-auto grid w-full max-w-3xl grid-cols-[minmax(0,1fr)] gap-4">
      <Loaded
        query={query}
        failed={(error) => messageOf(error, "Failed to load the agreement")}
        loading={<Loading shapes={["h-96"]}>Loading the agreement...</Loading>}
      >
        {(answer) => <Parts answer={answer} />}
      </Loaded>
    </div>
  );
};

const Parts = ({ answer }: { answer: AgreementAnswer }) => {
  const { agreement, title } = answer;
  return (
    <>
      <div className="grid gap-1">
        <h1 dir="auto" className="font-bold text-xl [overflow-wrap:anywhere]">
          Terms for “{title}”
        </h1>
        <p className="text-ink-soft text-sm">
          Version {agreement.version}, {lagosMoment(agreement.proposedAt)}
        </p>
      </div>
      <State answer={answer} />
      <Panel title="Your terms">
        <TermsList agreement={agreement} />
      </Panel>
      <Panel title="What you get">
        <WhatYouGet agreement={agreement} />
        <BeforeYouWithdraw />
      </Panel>
      <SellerTerms version={agreement.termsVersion ?? answer.termsVersion} />
      {agreement.status === "proposed" && (
        <>
          <Notice
            title="Do you not agree, or is something not clear?"
            action={
              <Link to={`/sell/${agreement.offerId}#messages`} className={buttonClass("secondary", "sm")}>
                Write to us
              </Link>
            }
          >
            You need not accept. Tell us what you want instead, and we answer or propose other terms.
          </Notice>
          <Acceptance answer={answer} />
        </>
      )}
    </>
  );
};

const BeforeYouWithdraw = () => (
  <p className="max-w-prose">
    From there you withdraw it to a bank account in your own name, as your profile has it. A new account waits 24 hours,
    so{" "}
    <Link to="/profile/withdraw" className="font-semibold text-brand underline underline-offset-4">
      add yours now
    </Link>
    .
  </p>
);

const State = ({ answer: { agreement, newestId } }: { answer: AgreementAnswer }) => {
  const save = useDownload("Failed to load the file", () => downloadAgreement(agreement._id));
  switch (agreement.status) {
    case "accepted":
      return (
        <Notice
          tone="success"
          title="You accepted these terms"
          action={
            <Button variant="secondary" size="sm" pending={save.isPending} onClick={() => save.mutate()}>
              Download PDF
            </Button>
          }
        >
          As {agreement.acceptedName}, {lagosMoment(agreement.acceptedAt ?? agreement.proposedAt)}.
        </Notice>
      );
    case "replaced":
      return (
        <Notice
          tone="warning"
          title="We proposed other terms"
          action={
            newestId && (
              <Link to={`/agreements/${newestId}`} className={buttonClass("primary", "sm")}>
                Read the newest
              </Link>
            )
          }
        >
          These are no longer offered.
        </Notice>
      );
    case "withdrawn":
      return (
        <Notice tone="warning" title="These terms are withdrawn">
          We declined the offer, so nothing can be accepted here.
        </Notice>
      );
    default:
      return null;
  }
};

const Acceptance = ({ answer }: { answer: AgreementAnswer }) => {
  const { agreement, termsVersion } = answer;
  const client = useQueryClient();
  const accept = useMutation({
    mutationFn: (name: string) => acceptAgreement(agreement._id, name, termsVersion),
    onSuccess: (next) => {
      client.setQueryData(agreementQuery(agreement._id).queryKey, next);
      window.scrollTo(0, 0);
    },
    onError: () => client.invalidateQueries({ queryKey: agreementQuery(agreement._id).queryKey }),
  });
  return (
    <SignatureForm
      confirmation="I read these terms and the seller terms, and accept them"
      submit="Accept the terms"
      isPending={accept.isPending}
      problem={accept.error && messageOf(accept.error, "Failed to accept")}
      onSign={accept.mutate}
    />
  );
};
