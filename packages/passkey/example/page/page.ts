/** The example page. Copy `runCeremony`, and the places that start autofill. */

import { CancelledError, Passkey } from "@lapwing/passkey/client";
import { isFailure, type Result } from "@lapwing/result";

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

/** Options from the server, ceremony in the browser, response to the server. True when the server accepted it. */
async function runCeremony<Options>(
	path: string,
	ceremony: (options: Options) => Promise<Result<object>>,
): Promise<boolean> {
	const options: Options = await (await post(`${path}/challenge`)).json();
	const result = await ceremony(options);
	if (isFailure(result)) {
		// Dismissed, or replaced by another ceremony: nothing went wrong, and no message is needed.
		if (!(result.error instanceof CancelledError)) say(result.error.name);
		return false;
	}
	const answer = await post(`${path}/verify`, result.data);
	if (!answer.ok) say("The server refused.");
	return answer.ok;
}

/** Waits in the menu of the name input. Each attempt needs its own challenge, so it starts again after every prompt. */
async function offerAutofill(): Promise<void> {
	if (!(await Passkey.isAutofillSupported())) return;
	if (await runCeremony("/passkey", Passkey.autofill)) await refresh();
}

async function prompt(ceremony: () => Promise<boolean>): Promise<void> {
	show("cancel", true);
	const isDone = await ceremony();
	show("cancel", false);
	if (isDone) await refresh();
	else if (!element("signed-out").hidden) void offerAutofill();
}

async function refresh(): Promise<void> {
	const answer = await fetch("/account");
	const account: { name: string; passkeys: string[] } | undefined = answer.ok ? await answer.json() : undefined;
	show("signed-out", !account);
	show("second-factor", false);
	show("signed-in", account !== undefined);
	say(account ? `Signed in as ${account.name}, passkeys: ${account.passkeys.length}.` : "Signed out.");
	if (!account) void offerAutofill();
}

element("sign-in").onclick = () => prompt(() => runCeremony("/passkey", Passkey.authenticate));
element("register").onclick = () => prompt(() => runCeremony("/passkey/register", Passkey.register));
element("confirm").onclick = () => prompt(() => runCeremony("/second-factor", Passkey.authenticate));
element("cancel").onclick = () => Passkey.cancel();
element("sign-out").onclick = async () => {
	await post("/sign-out");
	await refresh();
};
element("first-factor").onsubmit = async (event) => {
	event.preventDefault();
	Passkey.cancel();
	const answer = await post("/first-factor", { name: element<HTMLInputElement>("name").value });
	const { owesSecond }: { owesSecond: boolean } = await answer.json();
	if (!owesSecond) return refresh();
	show("signed-out", false);
	show("second-factor", true);
	say("Your name is known. Confirm with your passkey.");
};

if (Passkey.isSupported()) await refresh();
else say("Passkeys are not available on this page: it needs https, or localhost.");
