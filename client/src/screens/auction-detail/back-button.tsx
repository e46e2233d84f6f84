// Goes one step back, or to the auctions if this page was the first one opened.
import { ArrowLeft } from "lucide-react";
import type { ReactNode } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { Button } from "../../ui/button.tsx";

export const BackButton = ({ children }: { children: ReactNode }) => {
  const navigate = useNavigate();
  const { key } = useLocation();
  return (
    <Button
      variant="ghost"
      size="sm"
      className="-ml-3 justify-self-start"
      onClick={() => {
        if (key === "default") navigate("/");
        else navigate(-1);
      }}
    >
      <ArrowLeft aria-hidden className="size-4" />
      {children}
    </Button>
  );
};
