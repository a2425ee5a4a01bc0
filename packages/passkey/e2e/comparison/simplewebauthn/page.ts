// page.ts
import { startAuthentication, startRegistration } from "@simplewebauthn/browser";

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
async function signIn(useBrowserAutofill: boolean): Promise<void> {
	const optionsJSON = await optionsOf("/passkey");
	await finish("/passkey", await startAuthentication({ optionsJSON, useBrowserAutofill }));
}
async function register(): Promise<void> {
	await finish(NEW, await startRegistration({ optionsJSON: await optionsOf(NEW) }));
}
onClick(
	"sign-in",
	quietly(() => signIn(false)),
);
onClick("register", quietly(register));
await quietly(() => signIn(true))();
