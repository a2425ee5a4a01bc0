/** Entry for runtimes that run a script: prints the report as JSON. */

import { conformance } from "./conformance.ts";

// biome-ignore lint/suspicious/noConsole: the one way to say something that Node, Deno and Bun share.
console.log(JSON.stringify(await conformance()));
