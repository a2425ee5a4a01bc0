import { currentSession, signedOut } from "../../passkeys/host.ts";

export async function GET(): Promise<Response> {
	const { account } = await currentSession();
	return account ? Response.json({ name: account.name }) : signedOut();
}
