/** Starts the recipe on PORT or 3000, with the page in public/. */

import { serve } from "@hono/node-server";
import { serveStatic } from "@hono/node-server/serve-static";
import { makeService } from "../passkeys/make-service.ts";
import { Sessions } from "../passkeys/sessions.ts";
import { createApp } from "./app.ts";

const port = Number(process.env["PORT"] ?? 3000);
const origin = `http://localhost:${port}`;
const app = createApp(makeService(origin), new Sessions());
app.get("*", serveStatic({ root: "public" }));
serve({ fetch: app.fetch, port });
