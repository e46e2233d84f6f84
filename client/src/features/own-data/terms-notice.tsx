// Asks once for the consent to a new version of the terms or the privacy notice. The question lies over the bottom of
// the page, so that nothing moves when it comes. On a phone it lies above the bar with the bid button.
import type { Consents } from "@jara/shared/rest/own-data";
import { useQuery } from "@tanstack/react-query";
import { type MouseEvent, useEffect, useRef } from "react";
import { createPortal } from "react-dom";
import { Link } from "#router";
import { cx } from "../../lib/cx.ts";
import { failureWords } from "../../lib/failure-words.ts";
import { REST_MS } from "../../lib/use-settled.ts";
import { useBottomBar } from "../../store/bottom-bar.ts";
import { Button } from "../../ui/button.tsx";
import { consentsQuery, useAccept } from "./queries.ts";

export const TermsNotice = ({ userId }: { userId: string }) => {
  const { data } = useQuery(consentsQuery(userId));
  const accept = useAccept(userId);
  const place = useBottomBar((bar) => bar.place);
  if (!data || data.missing.length === 0) return null;
  const notice = { missing: data.missing, accept };
  if (place) return createPortal(<NewTerms {...notice} />, place);
  return <NewTerms {...notice} className="fixed inset-x-0 bottom-0 z-40 pb-[env(safe-area-inset-bottom)]" />;
};

interface NewTermsProps {
  missing: Consents["missing"];
  accept: ReturnType<typeof useAccept>;
  className?: string;
}

/**
 * Drops a tap that was meant for what was in this place before. `timeStamp` is the time of the tap, even if the page
 * was too busy to handle it at once.
 */
const useDropEarlyTap = () => {
  const shownAt = useRef(Number.POSITIVE_INFINITY);
  useEffect(() => {
    shownAt.current = performance.now();
  }, []);
  return (event: MouseEvent) => {
    if (event.timeStamp - shownAt.current >= REST_MS) return;
    event.preventDefault();
    event.stopPropagation();
  };
};

const NewTerms = ({ missing, accept, className }: NewTermsProps) => {
  const dropEarlyTap = useDropEarlyTap();
  return (
    <section
      aria-label="New terms"
      onClickCapture={dropEarlyTap}
      className={cx("border-line border-t bg-surface shadow-lg print:hidden", className)}
    >
      <div className="page flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
        <p className="min-w-0 flex-1 basis-64 text-sm">
          {wordsOf(missing)} By continuing you accept{" "}
          <Link to="/terms" className="font-semibold text-brand underline underline-offset-4">
            the Terms
          </Link>{" "}
          and{" "}
          <Link to="/privacy" className="font-semibold text-brand underline underline-offset-4">
            the Privacy notice
          </Link>
          .
          {accept.isError && (
            <strong className="block text-danger">{failureWords(accept.error, "It could not be saved.")}</strong>
          )}
        </p>
        <Button pending={accept.isPending} onClick={() => accept.mutate(missing)} className="flex-auto sm:flex-none">
          Continue
        </Button>
      </div>
    </section>
  );
};

const wordsOf = (missing: Consents["missing"]): string => {
  if (missing.length > 1) return "Our Terms and our Privacy notice have changed.";
  return missing[0]?.document === "terms" ? "Our Terms have changed." : "Our Privacy notice has changed.";
};
