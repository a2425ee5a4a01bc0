/** The example host, as a program: `node --conditions=@lapwing/source example/main.ts`, on PORT or 3000. */

import { startHost } from "./start-host.ts";

const { PORT = "3000" } = process.env;
const host = await startHost({ port: Number(PORT) });
process.stdout.write(`Open ${host.origin} in a browser. Ctrl-C stops the host and forgets its accounts.\n`);
