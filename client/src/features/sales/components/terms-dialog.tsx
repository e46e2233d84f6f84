// Shows the terms of a sale before the first bid on one of its lots, and accepts them. The bid goes on by itself afterwards.
import * as calls from "@jara/shared/calls/sales";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { ApiError, ask } from "../../../lib/api.ts";
import { failureWords } from "../../../lib/failure-words.ts";
import { useSaleTerms } from "../../../store/sale-terms.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Loaded } from "../../../ui/loaded.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { SALES, saleTermsQuery } from "../queries.ts";

export const SaleTermsDialog = () => {
  const { question, setHasDialog } = useSaleTerms();
  useEffect(() => {
    setHasDialog(true);
    return () => setHasDialog(false);
  }, [setHasDialog]);
  const cancel = () => question?.answer(false);
  return (
    <Dialog open={question !== null} onClose={cancel} title="Terms of this sale" sheet>
      {question && <Terms saleId={question.asked} onAccepted={() => question.answer(true)} onCancel={cancel} />}
    </Dialog>
  );
};

interface TermsProps {
  saleId: string;
  onAccepted: () => void;
  onCancel: () => void;
}

const Terms = ({ saleId, onAccepted, onCancel }: TermsProps) => {
  const client = useQueryClient();
  const { queryKey } = saleTermsQuery(saleId);
  // The reader must accept the terms that the server has now.
  const terms = useQuery({ ...saleTermsQuery(saleId), staleTime: 0, gcTime: 0 });
  const accept = useMutation({
    mutationFn: (version: number) => ask(calls.acceptSaleTerms, { params: { id: saleId }, body: { version } }),
    onSuccess: async (answer) => {
      client.setQueryData(queryKey, answer);
      await client.invalidateQueries({ queryKey: [SALES, saleId, "terms"] });
      onAccepted();
    },
    onError: (error) => {
      if (error instanceof ApiError && error.code === "SALE_STATE") void terms.refetch();
    },
  });
  return (
    <Loaded query={terms} failed="Failed to load the terms" loading={<Skeleton className="h-40" />}>
      {(data) => (
        <div className="grid gap-4">
          <p className="text-ink-soft">
            You accept them once, before your first bid in <bdi>{data.title}</bdi>.
          </p>
          <p
            dir="auto"
            // biome-ignore lint/a11y/noNoninteractiveTabindex: long terms must scroll by keyboard
            tabIndex={0}
            className="max-h-[45dvh] overflow-y-auto whitespace-pre-line rounded-box border border-line bg-sunken p-3 [overflow-wrap:anywhere]"
          >
            {data.terms}
          </p>
          {accept.isError && <Notice tone="error">{failureWords(accept.error, "It could not be saved.")}</Notice>}
          <div className="flex flex-wrap gap-3">
            <Button variant="secondary" size="lg" onClick={onCancel} className="flex-auto">
              Cancel
            </Button>
            <Button
              size="lg"
              pending={accept.isPending}
              onClick={() => accept.mutate(data.version)}
              className="flex-auto"
            >
              Accept and continue
            </Button>
          </div>
        </div>
      )}
    </Loaded>
  );
};
