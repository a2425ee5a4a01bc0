import { currentSession, host } from "../../../passkeys/host.ts";

export async function POST(): Promise<Response> {
	const { id } = await currentSession();
	return Response.json(await host().passkeys.beginSignIn(id));
}
