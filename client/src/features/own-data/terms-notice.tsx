// Asks once for the consent to a new version of the terms or the privacy notice. It lies over the bottom of the page, so
// that nothing moves when it comes.
import type { Consents } from "@jara/shared/rest/own-data";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router-dom";
import { failureWords } from "../../lib/failure-words.ts";
import { Button } from "../../ui/button.tsx";
import { consentsQuery, useAccept } from "./queries.ts";

export const TermsNotice = ({ userId }: { userId: string }) => {
  const { data } = useQuery(consentsQuery(userId));
  const accept = useAccept(userId);
  if (!data || data.missing.length === 0) return null;
  return (
    <section
      aria-label="New terms"
      className="fixed print:hidden inset-x-0 bottom-0 z-40 border-line border-t bg-surface pb-[env(safe-area-inset-bottom)] shadow-lg"
    >
      <div className="page flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
        <p className="min-w-0 flex-1 basis-64 text-sm">
          {wordsOf(data.missing)} By continuing you accept{" "}
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
        <Button
          pending={accept.isPending}
          onClick={() => accept.mutate(data.missing)}
          className="flex-auto sm:flex-none"
        >
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
