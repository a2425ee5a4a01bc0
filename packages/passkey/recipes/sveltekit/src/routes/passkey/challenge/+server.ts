import { json, type RequestHandler } from "@sveltejs/kit";
import { currentSession, passkeys } from "#lib/host.ts";

export const POST: RequestHandler = async ({ cookies }) => json(await passkeys.beginSignIn(currentSession(cookies).id));
