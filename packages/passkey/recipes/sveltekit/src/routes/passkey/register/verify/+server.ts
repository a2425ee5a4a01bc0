import { json, type RequestHandler } from "@sveltejs/kit";
import { bodyOf, currentSession, passkeys, rejected, signedOut } from "#lib/host.ts";

export const POST: RequestHandler = async ({ cookies, request }) => {
	const { id, account } = currentSession(cookies);
	if (!account) return signedOut();
	const isDone = await passkeys.finishRegistration(id, account, await bodyOf(request));
	return isDone ? json({ redirect: "/" }) : rejected();
};
