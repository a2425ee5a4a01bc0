import { currentSession, host, signedOut } from "../../../../passkeys/host.ts";

export async function POST(): Promise<Response> {
	const { id, account } = await currentSession();
	return account ? Response.json(await host().passkeys.beginRegistration(id, account)) : signedOut();
}
