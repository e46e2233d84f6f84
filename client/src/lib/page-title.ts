// The tab's title. Leaves the old one to the next page, which sets its own.
import { useEffect } from "react";
import { brandName } from "./brand.ts";

export const usePageTitle = (title: string | null): void => {
  useEffect(() => {
    document.title = title ? `${title} · ${brandName}` : brandName;
  }, [title]);
};
