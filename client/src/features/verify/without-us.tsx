// Says how somebody else checks the log, because this page comes from the house too.
import { prose } from "../../ui/text-page.tsx";

export const WithoutUs = () => (
  <section aria-labelledby="without-us" className="grid gap-3">
    <h3 id="without-us" className="font-bold">
      Check it without us
    </h3>
    <div className={prose}>
      <p className="text-ink-soft">
        This page comes from us, like the log. Save the proof as a file, and give it to somebody you trust who knows
        computers. They check every lot of <a href="/log">the public log</a> with the program{" "}
        <a href="/verify-log.mjs" download>
          verify-log.mjs
        </a>
        , one file that needs only Node:
      </p>
      <p className="wrap-anywhere">
        <code>node verify-log.mjs {location.origin}</code>
      </p>
      <p className="text-ink-soft">
        This copy of the program comes from us too. They can read it first, or use a copy that they have from somebody
        else.
      </p>
    </div>
  </section>
);
