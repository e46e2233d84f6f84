// The choice of a sale, or none, for the copies of lots that are relisted.
import type { Sale } from "@jara/shared/rest/sales";
import { useQuery } from "@tanstack/react-query";
import { saleChoice, salesToChooseQuery } from "../../../queries/sales-to-choose.ts";
import { Choice } from "../../../ui/choice.tsx";

/** The sales that take lots now. */
export const useOpenSales = (enabled: boolean): readonly Sale[] => {
  const sales = useQuery({ ...salesToChooseQuery, enabled }).data?.sales ?? [];
  return sales.filter(({ isOver, isPaused }) => !isOver && !isPaused);
};

interface IntoSaleProps {
  sales: readonly Sale[];
  /** The id of the chosen sale, or empty for none. */
  saleId: string;
  onChoose: (saleId: string) => void;
}

export const IntoSale = ({ sales, saleId, onChoose }: IntoSaleProps) => (
  <Choice label="Sale" value={saleId} options={[["", "No sale"], ...sales.map(saleChoice)]} onChoose={onChoose} />
);
