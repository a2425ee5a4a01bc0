// page.ts
import { client } from "@passwordless-id/webauthn";

const headers = { "Content-Type": "application/json" };
const post = (path: string, body = {}) => fetch(path, { method: "POST", headers, body: JSON.stringify(body) });
const optionsOf = async (path: string) => (await post(`${path}/challenge`)).json();
const NEW = "/passkey/register";
// A dismissed prompt is none to speak of.
const quietly = (work: () => Promise<void>) => () => work().catch(() => {});
const onClick = (id: string, work: () => unknown) => document.getElementById(id)?.addEventListener("click", work);

async function finish(path: string, response: object): Promise<void> {
	if ((await post(`${path}/verify`, response)).ok) location.assign("/account");
}
async function signIn(autocomplete: boolean): Promise<void> {
	const { challenge } = await optionsOf("/passkey");
	await finish("/passkey", await client.authenticate({ challenge, autocomplete, userVerification: "preferred" }));
}
async function register(): Promise<void> {
	const { challenge, user, held } = await optionsOf(NEW);
	const excludeCredentials = held.map((id: string) => ({ type: "public-key", id: decode(id) }));
	const customProperties = { excludeCredentials };
	await finish(NEW, await client.register({ challenge, user, discoverable: "required", customProperties }));
}
function decode(id: string): Uint8Array {
	return Uint8Array.from(atob(id.replaceAll("-", "+").replaceAll("_", "/")), (each) => each.charCodeAt(0));
}
onClick(
	"sign-in",
	quietly(() => signIn(false)),
);
onClick("register", quietly(register));
await quietly(() => signIn(true))();
