// The screen of an agreement, for the seller alone: the terms, the seller terms, and the acceptance with a name.
import { ACCEPTED_NAME_MAX } from "@jara/shared/offer-limits";
import type { AgreementAnswer } from "@jara/shared/rest/agreements";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { Link, useParams } from "#router";
import { LegalBlocks } from "../features/legal/legal-blocks.tsx";
import { legalQuery } from "../features/legal/queries.ts";
import { acceptAgreement, agreementQuery, downloadAgreement } from "../features/offers/queries.ts";
import { TermsList } from "../features/offers/terms-list.tsx";
import { useAuth } from "../features/session/auth-context.tsx";
import { ToLogin } from "../features/session/components/to-login.tsx";
import { ApiError, messageOf } from "../lib/api.ts";
import { lagosMoment } from "../lib/lagos-moment.ts";
import { usePageTitle } from "../lib/page-title.ts";
import { useDownload } from "../queries/download.ts";
import { Button, buttonClass } from "../ui/button.tsx";
import { Check } from "../ui/check.tsx";
import { Field, Input } from "../ui/field.tsx";
import { Loaded, Loading } from "../ui/loaded.tsx";
import { Notice } from "../ui/notice.tsx";
import { Panel } from "../ui/panel.tsx";
import { prose } from "../ui/text-page.tsx";
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
      <SellerTerms version={agreement.termsVersion ?? answer.termsVersion} />
      {agreement.status === "proposed" && <Acceptance answer={answer} />}
    </>
  );
};

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

const SellerTerms = ({ version }: { version: string }) => {
  const query = useQuery(legalQuery("seller-terms", version));
  return (
    <Panel title="The seller terms">
      <Loaded query={query} failed="Failed to load the seller terms">
        {(text) => (
          <div className="grid gap-4">
            <LegalBlocks blocks={text.intro} />
            {text.sections.map(({ id, title, blocks }) => (
              <section key={id} className={prose}>
                <h3 className="font-semibold">{title}</h3>
                <LegalBlocks blocks={blocks} />
              </section>
            ))}
          </div>
        )}
      </Loaded>
    </Panel>
  );
};

const Acceptance = ({ answer }: { answer: AgreementAnswer }) => {
  const { agreement, termsVersion } = answer;
  const client = useQueryClient();
  const [name, setName] = useState("");
  const [isRead, setIsRead] = useState(false);
  const [missing, setMissing] = useState<"name" | "read" | null>(null);
  const accept = useMutation({
    mutationFn: () => acceptAgreement(agreement._id, name.trim(), termsVersion),
    onSuccess: (next) => {
      client.setQueryData(agreementQuery(agreement._id).queryKey, next);
      window.scrollTo(0, 0);
    },
    onError: () => client.invalidateQueries({ queryKey: agreementQuery(agreement._id).queryKey }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const lacks = name.trim().length < 2 ? "name" : isRead ? null : "read";
    setMissing(lacks);
    if (lacks === null) accept.mutate();
  };
  return (
    <Panel title="Accept">
      <form noValidate aria-label="Accept" className="grid max-w-prose justify-items-start gap-3" onSubmit={submit}>
        <Check
          label="I read these terms and the seller terms, and accept them"
          checked={isRead}
          disabled={accept.isPending}
          onChange={setIsRead}
        />
        <Field
          label="Your full name"
          hint="It is your signature. We keep it with the time and your network."
          error={missing === "name" ? "Please write your full name" : null}
          className="w-full"
        >
          <Input
            dir="auto"
            autoComplete="name"
            maxLength={ACCEPTED_NAME_MAX}
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
        </Field>
        {missing === "read" && <Notice tone="error">Please confirm that you read the terms</Notice>}
        {accept.error && <Notice tone="error">{messageOf(accept.error, "Failed to accept")}</Notice>}
        <Button type="submit" size="lg" pending={accept.isPending}>
          Accept the terms
        </Button>
      </form>
    </Panel>
  );
};
