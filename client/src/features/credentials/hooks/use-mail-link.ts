// The parameters of a link from a mail. They hold a secret, so they leave the address bar and the browser's history at
// once, and are kept only while the page is open.
import { useEffect, useState } from "react";
import { useLocation, useNavigate } from "#router";

export const useMailLink = (): URLSearchParams => {
  const { search, pathname } = useLocation();
  const navigate = useNavigate();
  const [link, setLink] = useState(() => new URLSearchParams(search));
  useEffect(() => {
    if (search === "") return;
    setLink(new URLSearchParams(search));
    void navigate(pathname, { replace: true });
  }, [search, pathname, navigate]);
  return link;
};
