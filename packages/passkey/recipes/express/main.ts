/** Starts the recipe: `node express/main.ts`, on PORT or 3000. */

import { makeService } from "../passkeys/make-service.ts";
import { Sessions } from "../passkeys/sessions.ts";
import { createApp } from "./app.ts";

const port = Number(process.env["PORT"] ?? 3000);
const origin = `http://localhost:${port}`;
createApp(makeService(origin), new Sessions()).listen(port);
