// The seller terms of one version, for somebody who is about to accept them, or did.
import { useQuery } from "@tanstack/react-query";
import { Loaded } from "../../ui/loaded.tsx";
import { Panel } from "../../ui/panel.tsx";
import { prose } from "../../ui/text-page.tsx";
import { LegalBlocks } from "./legal-blocks.tsx";
import { legalQuery } from "./queries.ts";

export const SellerTerms = ({ version }: { version: string }) => {
  const query = useQuery(legalQuery("seller-terms", version));
  return (
    <Panel title="The seller terms">
      <Loaded query={query} failed="Failed to load the seller terms">
        {(text) => (
          <div className="grid gap-4">
            <LegalBlocks blocks={text.intro} />
            {text.sections.map(({ id, title, blocks }) => (
              <section key={id} className={prose}>
                <h3 className="font-semibold">{title}</h3>
                <LegalBlocks blocks={blocks} />
              </section>
            ))}
          </div>
        )}
      </Loaded>
    </Panel>
  );
};
