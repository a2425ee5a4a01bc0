/** Entry for workerd, which runs no scripts: a worker whose `test` handler prints the report as JSON. */

import { RelyingParty } from "../../../server.ts";
import { conformance } from "./conformance.ts";

// Workers may neither draw random numbers nor use cryptography while a module loads; making one must do neither.
const atModuleScope = new RelyingParty({ id: "example.com", name: "Example" });

export default {
	async test(): Promise<void> {
		atModuleScope.authenticate();
		// biome-ignore lint/suspicious/noConsole: a worker under test has no other output.
		console.log(JSON.stringify(await conformance()));
	},
};
