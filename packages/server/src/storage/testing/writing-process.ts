/**
 * A process that holds a SQLite file in an exclusive transaction for as many milliseconds as its second argument says.
 */

import { DatabaseSync } from "node:sqlite";

const [, , url = "", heldMs = "0"] = process.argv;
const file = new DatabaseSync(url.replace("sqlite:", ""));
file.exec("begin exclusive");
process.send?.("holding");
setTimeout(() => {
	file.exec("commit");
	file.close();
	process.disconnect?.();
}, Number(heldMs));
