// The screen at /seller-terms. Its text comes from the server.
import { LegalPage } from "./legal-page.tsx";

export const Component = () => <LegalPage page="seller-terms" />;
