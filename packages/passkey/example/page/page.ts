/** The example page. Copy `runCeremony` and `offerAutofill`. */

import { CancelledError, Passkey } from "@lapwing/passkey/client";
import { isFailure, isSuccess, type Result } from "@lapwing/result";

const element = <E extends HTMLElement = HTMLElement>(id: string) => document.getElementById(id) as E;
const show = (id: string, isShown: boolean) => element(id).toggleAttribute("hidden", !isShown);
const say = (text: string) => {
	element("status").textContent = text;
};

async function post(path: string, body?: unknown): Promise<Response> {
	return fetch(path, {
		method: "POST",
		headers: { "Content-Type": "application/json" },
		...(body !== undefined && { body: JSON.stringify(body) }),
	});
}

/** What the ceremony answered, to the server. True when the server accepted it. */
async function finish(path: string, result: Result<object>): Promise<boolean> {
	if (isFailure(result)) {
		// Dismissed, or replaced by another ceremony: nothing went wrong, and no message is needed.
		if (!(result.error instanceof CancelledError)) say(result.error.name);
		return false;
	}
	const answer = await post(`${path}/verify`, result.data);
	if (!answer.ok) say("The server refused.");
	return answer.ok;
}

/** Options from the server, ceremony in the browser, response to the server. */
async function runCeremony<Options>(path: string, ceremony: (options: Options) => Promise<Result<object>>) {
	show("cancel", true);
	const result = await ceremony(await (await post(`${path}/challenge`)).json());
	show("cancel", false);
	// Signed in, most likely: until the server has said so, nobody wants an offer. A dismissal needs nothing here.
	if (isSuccess(result)) offering.abort();
	if (await finish(path, result)) await refresh();
	else if (offering.signal.aborted && !element("signed-out").hidden) void offerAutofill();
}

let offering = new AbortController();

/**
 * Offers passkeys in the menu of the name input for as long as the page is signed out. The offer renews its options
 * and comes back after a prompt; only a passkey that the server refused ends it, and then it is made again.
 */
async function offerAutofill(): Promise<void> {
	offering.abort();
	offering = new AbortController();
	const { signal } = offering;
	if (!(await Passkey.isAutofillSupported())) return;
	while (!signal.aborted) {
		const result = await Passkey.autofill(() => post("/passkey/challenge"), { signal });
		if (isFailure(result)) return;
		if (await finish("/passkey", result)) return refresh();
	}
}

async function refresh(): Promise<void> {
	const answer = await fetch("/account");
	const account: { name: string; passkeys: string[] } | undefined = answer.ok ? await answer.json() : undefined;
	show("signed-out", !account);
	show("second-factor", false);
	show("signed-in", account !== undefined);
	say(account ? `Signed in as ${account.name}, passkeys: ${account.passkeys.length}.` : "Signed out.");
	if (account) offering.abort();
	else void offerAutofill();
}

element("sign-in").onclick = () => runCeremony("/passkey", Passkey.authenticate);
element("register").onclick = () => runCeremony("/passkey/register", Passkey.register);
element("confirm").onclick = () => runCeremony("/second-factor", Passkey.authenticate);
element("cancel").onclick = () => Passkey.cancel();
element("sign-out").onclick = async () => {
	await post("/sign-out");
	await refresh();
};
element("first-factor").onsubmit = async (event) => {
	event.preventDefault();
	offering.abort();
	const answer = await post("/first-factor", { name: element<HTMLInputElement>("name").value });
	const { owesSecond }: { owesSecond: boolean } = await answer.json();
	if (!owesSecond) return refresh();
	show("signed-out", false);
	show("second-factor", true);
	say("Your name is known. Confirm with your passkey.");
};

if (Passkey.isSupported()) await refresh();
else say("Passkeys are not available on this page: it needs https, or localhost.");
