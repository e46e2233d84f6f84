// The page for any unknown address.
import { Link } from "#router";
import { buttonClass } from "../ui/button.tsx";
import { NotThere } from "./not-there.tsx";

export const Component = () => (
  <NotThere
    title="Page not found"
    words="There is nothing at this address. The link may be old, or a letter may be missing."
  >
    <Link to="/" className={buttonClass("secondary")}>
      Browse Auctions
    </Link>
  </NotThere>
);
