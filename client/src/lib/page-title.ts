// Sets the tab's title. It does not restore the old title, because the next page sets its own.
import { useEffect } from "react";
import { brandName } from "./brand.ts";

export const usePageTitle = (title: string | null): void => {
  useEffect(() => {
    document.title = title ? `${title} · ${brandName}` : brandName;
  }, [title]);
};
