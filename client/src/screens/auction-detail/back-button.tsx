// Goes one step back, or to the auctions if this page was the first one opened.
import { ArrowLeft } from "lucide-react";
import type { ReactNode } from "react";
import { useNavigate } from "#router";
import { Button } from "../../ui/button.tsx";

/**
 * The router counts its entries in the browser's history from 0. Before the first one is another site, such as the
 * payment service, or nothing. A replaced entry keeps its number, but not its key.
 */
const isFirstPage = (): boolean => !(window.history.state as { idx?: number } | null)?.idx;

export const BackButton = ({ children }: { children: ReactNode }) => {
  const navigate = useNavigate();
  return (
    <Button
      variant="ghost"
      size="sm"
      className="-ml-3 justify-self-start"
      onClick={() => {
        if (isFirstPage()) navigate("/");
        else navigate(-1);
      }}
    >
      <ArrowLeft aria-hidden className="size-4" />
      {children}
    </Button>
  );
};
