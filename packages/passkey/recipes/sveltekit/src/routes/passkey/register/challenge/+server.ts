import { json, type RequestHandler } from "@sveltejs/kit";
import { currentSession, passkeys, signedOut } from "#lib/host.ts";

export const POST: RequestHandler = async ({ cookies }) => {
	const { id, account } = currentSession(cookies);
	return account ? json(await passkeys.beginRegistration(id, account)) : signedOut();
};
