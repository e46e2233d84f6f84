import { exchangeRatesContract } from "../../../test/support/exchange-rates-contract.ts";

exchangeRatesContract("pglite");
