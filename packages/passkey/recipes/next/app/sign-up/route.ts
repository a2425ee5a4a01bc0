import { host, keep } from "../../passkeys/host.ts";

/** Stands in for your sign-up. */
export async function POST(): Promise<Response> {
	const { sessions } = host();
	const { account } = await keep(sessions.open(sessions.signUp("ada").id));
	return Response.json({ name: account?.name });
}
