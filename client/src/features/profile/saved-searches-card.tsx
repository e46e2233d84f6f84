// On the profile: leads to the page with the saved searches.
import { Link } from "react-router-dom";
import { buttonClass } from "../../ui/button.tsx";
import { Panel } from "../../ui/panel.tsx";

export const SavedSearchesCard = () => (
  <Panel title="Saved searches">
    <p className="text-ink-soft text-sm">Get notified of new lots that match your searches.</p>
    <Link to="/saved-searches" className={buttonClass("secondary")}>
      Saved searches
    </Link>
  </Panel>
);
