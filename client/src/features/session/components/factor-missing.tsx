// Shown to staff in place of one of their screens, until two-step verification is set up.
import { ShieldCheck } from "lucide-react";
import { Link } from "#router";
import { buttonClass } from "../../../ui/button.tsx";
import { FormCard } from "../../../ui/form-card.tsx";

export const FactorMissing = () => (
  <FormCard
    title="Set up two-step verification"
    intro="On this site, staff log in with their password and a code. Your account has no second step yet, so you cannot open the screens for staff."
  >
    <div className="grid gap-4">
      <p className="flex items-start gap-3 text-sm">
        <ShieldCheck aria-hidden className="mt-0.5 size-5 shrink-0 text-brand" />
        It takes two minutes and an authenticator app on your phone. Then you can open all screens at once.
      </p>
      <Link to="/profile/security#two-step" className={buttonClass("primary", "lg")}>
        Set it up now
      </Link>
    </div>
  </FormCard>
);
