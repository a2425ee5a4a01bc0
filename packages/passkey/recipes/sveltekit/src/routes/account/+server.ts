import { json, type RequestHandler } from "@sveltejs/kit";
import { currentSession, signedOut } from "#lib/host.ts";

export const GET: RequestHandler = ({ cookies }) => {
	const { account } = currentSession(cookies);
	return account ? json({ name: account.name }) : signedOut();
};
