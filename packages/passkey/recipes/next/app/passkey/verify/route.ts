import { bodyOf, currentSession, host, keep, rejected } from "../../../passkeys/host.ts";

export async function POST(request: Request): Promise<Response> {
	const { passkeys, sessions } = host();
	const accountId = await passkeys.finishSignIn((await currentSession()).id, await bodyOf(request));
	if (!accountId) return rejected();
	await keep(sessions.open(accountId));
	return Response.json({ redirect: "/" });
}
