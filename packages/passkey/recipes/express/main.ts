/** Starts the recipe on PORT or 3000, with the page in public/. */

import express from "express";
import { makeService } from "../passkeys/make-service.ts";
import { Sessions } from "../passkeys/sessions.ts";
import { createApp } from "./app.ts";

const port = Number(process.env["PORT"] ?? 3000);
const origin = `http://localhost:${port}`;
createApp(makeService(origin), new Sessions()).use(express.static("public")).listen(port);
