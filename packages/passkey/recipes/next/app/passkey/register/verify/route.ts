import { bodyOf, currentSession, host, rejected, signedOut } from "../../../../passkeys/host.ts";

export async function POST(request: Request): Promise<Response> {
	const { id, account } = await currentSession();
	if (!account) return signedOut();
	const isDone = await host().passkeys.finishRegistration(id, account, await bodyOf(request));
	return isDone ? Response.json({ redirect: "/" }) : rejected();
}
