// Says that a sale asks for the acceptance of its terms, and lets the person accept them before the last seconds of a lot.
import { useQuery } from "@tanstack/react-query";
import { askForSaleTerms } from "../../../store/sale-terms.ts";
import { useSession } from "../../../store/session.ts";
import { Button } from "../../../ui/button.tsx";
import { saleTermsQuery } from "../queries.ts";

export const TermsNote = ({ saleId }: { saleId: string }) => {
  const isSignedIn = useSession(({ token }) => token !== null);
  const { data } = useQuery({ ...saleTermsQuery(saleId), enabled: isSignedIn });
  if (data?.acceptedAt) return <p className="text-ink-soft text-sm">You have accepted the terms of this sale.</p>;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 print:hidden">
      <p className="min-w-0 flex-1 basis-56 text-sm">You accept the terms of this sale once, before your first bid.</p>
      {data && (
        <Button variant="secondary" size="sm" onClick={() => void askForSaleTerms(saleId)}>
          Read and accept
        </Button>
      )}
    </div>
  );
};
