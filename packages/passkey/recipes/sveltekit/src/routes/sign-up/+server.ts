import { json, type RequestHandler } from "@sveltejs/kit";
import { keep, sessions } from "#lib/host.ts";

/** Stands in for your sign-up. */
export const POST: RequestHandler = ({ cookies }) => {
	const { account } = keep(cookies, sessions.open(sessions.signUp("ada").id));
	return json({ name: account?.name });
};
