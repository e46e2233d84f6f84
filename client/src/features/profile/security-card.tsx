// On the profile: leads to the page of sign-in and security.
import { Link } from "react-router-dom";
import { buttonClass } from "../../ui/button.tsx";
import { Panel } from "../../ui/panel.tsx";

export const SecurityCard = () => (
  <Panel title="Sign-in and security">
    <p className="text-ink-soft text-sm">Your password, your email address, and the devices that are logged in.</p>
    <Link to="/profile/security" className={buttonClass("secondary")}>
      Sign-in and security
    </Link>
  </Panel>
);
