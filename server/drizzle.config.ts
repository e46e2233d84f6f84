// `pnpm migrations:make` writes the SQL of a changed schema into the next file under migrations/.
import { defineConfig } from "drizzle-kit";

export default defineConfig({ dialect: "postgresql", schema: "./src/store/schema.ts", out: "../migrations" });
