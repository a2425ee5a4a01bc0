import { json, type RequestHandler } from "@sveltejs/kit";
import { bodyOf, currentSession, keep, passkeys, rejected, sessions } from "#lib/host.ts";

export const POST: RequestHandler = async ({ cookies, request }) => {
	const accountId = await passkeys.finishSignIn(currentSession(cookies).id, await bodyOf(request));
	if (!accountId) return rejected();
	keep(cookies, sessions.open(accountId));
	return json({ redirect: "/" });
};
