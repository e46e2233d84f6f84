// Changes of a sale by the staff. Each answer has the sale as it is then, which replaces the one that is shown.
import type {
  CreateSaleBody,
  LateLotBody,
  Sale,
  SaleAnswer,
  SaleLotsBody,
  UpdateSaleBody,
} from "@jara/shared/rest/sales";
import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { serverNow } from "../../../../connection/connection.ts";
import { useCommand } from "../../../../connection/use-command.ts";
import { ApiError } from "../../../../lib/api.ts";
import { SALES } from "../../queries.ts";
import { copySale } from "../copy-sale.ts";
import {
  type ActionKind,
  actOnSale,
  addLateLot,
  createSale,
  lotsOfRevisionQuery,
  type NumberedLots,
  numberedLotsKey,
  setSaleLots,
  updateSale,
} from "../queries.ts";
import { countSave } from "../saves-store.ts";

const take = (client: QueryClient, answer: SaleAnswer): void => {
  client.setQueryData([SALES, answer.sale._id], answer);
  void client.invalidateQueries({ queryKey: [SALES, "list"] });
};

/** A change of the sale. If the server refuses it because the sale has changed since, the page reads the sale again. */
const useChange = <T, A extends SaleAnswer>(id: string | null, run: (given: T) => Promise<A>) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: run,
    onMutate: () => countSave(id, 1),
    onSettled: () => countSave(id, -1),
    onSuccess: (answer) => take(client, answer),
    onError: (error) => {
      if (id === null || !(error instanceof ApiError) || error.code !== "SALE_STATE") return;
      void client.invalidateQueries({ queryKey: [SALES, id], exact: true });
    },
  });
};

export const useCreateSale = () => useChange(null, (body: CreateSaleBody) => createSale(body));

/**
 * The server changes a sale only at the revision that the change names, and the next revision is then this change's
 * own. Texts and times leave the lots as they are, so the lots of the revision before are those of the new one. A later
 * revision also has a change by somebody else, so its lots must be read.
 */
const keepLots = (client: QueryClient, { sale }: SaleAnswer, { revision }: UpdateSaleBody): void => {
  if (sale.revision !== revision + 1) return;
  const lots = client.getQueryData<NumberedLots>(numberedLotsKey(sale._id, revision));
  if (lots?.revision !== revision) return;
  client.setQueryData<NumberedLots>(numberedLotsKey(sale._id, sale.revision), { ...lots, revision: sale.revision });
};

export const useUpdateSale = (id: string) => {
  const client = useQueryClient();
  return useChange(id, async (body: UpdateSaleBody) => {
    const answer = await updateSale(id, body);
    keepLots(client, answer, body);
    return answer;
  });
};
/** `isRead`: reads the lots before the answer counts, for a caller that names lots that the page does not show. */
export const useSetLots = (id: string, isRead = false) => {
  const client = useQueryClient();
  return useChange(id, async (lots: SaleLotsBody) => {
    const answer = await setSaleLots(id, lots);
    if (isRead) await client.prefetchQuery(lotsOfRevisionQuery(id, answer.sale.revision));
    return answer;
  });
};

/** The lots are read again, because the answer has the sale alone. */
export const useAddLateLot = (id: string) => {
  const client = useQueryClient();
  return useChange(id, async (body: LateLotBody) => {
    const answer = await addLateLot(id, body);
    void client.invalidateQueries({ queryKey: [SALES, id] });
    void client.invalidateQueries({ queryKey: [SALES, "drafts"] });
    return answer;
  });
};

export const useCopySale = (sale: Sale) =>
  useChange(null, (asked: Parameters<typeof copySale>[1]) => copySale(sale, asked, serverNow()));

/** Call `forget` when the question is closed: from then on the same action counts as a new one. */
export const useSaleAction = (id: string) => {
  const client = useQueryClient();
  return useCommand(
    ({ kind, seconds }: { kind: ActionKind; seconds: number | null }, key) => actOnSale(id, kind, seconds, key),
    {
      onSuccess: (answer) => {
        take(client, answer);
        void client.invalidateQueries({ queryKey: [SALES, id] });
      },
      // The action may have been carried out in spite of the error.
      onError: () => void client.invalidateQueries({ queryKey: [SALES, id], exact: true }),
    },
  );
};
