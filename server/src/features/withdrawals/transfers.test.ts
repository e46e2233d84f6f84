import { transfersContract } from "../../../test/contracts/transfers-contract.ts";

transfersContract();
