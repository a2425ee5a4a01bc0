/** Starts the recipe on PORT or 3000, with the page in public/. */

import { resolve } from "node:path";
import files from "@fastify/static";
import { makeService } from "../passkeys/make-service.ts";
import { Sessions } from "../passkeys/sessions.ts";
import { createApp } from "./app.ts";

const port = Number(process.env["PORT"] ?? 3000);
const origin = `http://localhost:${port}`;
const app = await createApp(makeService(origin), new Sessions());
await app.register(files, { root: resolve("public") });
await app.listen({ port });
