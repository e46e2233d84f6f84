import { exchangeRatesContract } from "../../../test/contracts/exchange-rates-contract.ts";

exchangeRatesContract();
