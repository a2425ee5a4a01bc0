/** Starts the recipe: `node hono/main.ts`, on PORT or 3000. */

import { serve } from "@hono/node-server";
import { makeService } from "../passkeys/make-service.ts";
import { Sessions } from "../passkeys/sessions.ts";
import { createApp } from "./app.ts";

const port = Number(process.env["PORT"] ?? 3000);
const origin = `http://localhost:${port}`;
serve({ fetch: createApp(makeService(origin), new Sessions()).fetch, port });
