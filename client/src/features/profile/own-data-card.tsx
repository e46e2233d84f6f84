// On the profile: leads to the page with the person's own data.
import { Link } from "react-router-dom";
import { buttonClass } from "../../ui/button.tsx";
import { Panel } from "../../ui/panel.tsx";

export const OwnDataCard = () => (
  <Panel title="Your data">
    <p className="text-ink-soft text-sm">Download everything that we keep about you, or delete your account.</p>
    <Link to="/profile/privacy" className={buttonClass("secondary")}>
      Your data
    </Link>
  </Panel>
);
