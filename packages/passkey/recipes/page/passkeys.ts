/** The page's half of the four routes, for any framework. Each function answers in words what to show. */

import { CancelledError, Passkey, type PasskeyError } from "@lapwing/passkey/client";
import { isFailure, type Result } from "@lapwing/result";

/** The path of the routes of each ceremony. */
const SIGN_IN = "/passkey";
const REGISTRATION = "/passkey/register";

/** Who is signed in; `undefined` for nobody. */
export async function whoIsSignedIn(): Promise<string | undefined> {
	const response = await fetch("/account");
	return response.ok ? (await response.json()).name : undefined;
}

/** Stands in for your sign-up. */
export async function signUp(): Promise<void> {
	await post("/sign-up");
	location.assign("/");
}

export async function addPasskey(): Promise<string> {
	return finish(REGISTRATION, await Passkey.register(await optionsOf(REGISTRATION)));
}

export async function signIn(): Promise<string> {
	return finish(SIGN_IN, await Passkey.authenticate(await optionsOf(SIGN_IN)));
}

/**
 * Offers passkeys in the menu of the input with `autocomplete="username webauthn"` for as long as the page is open,
 * and again after an answer that the server refused.
 *
 * @param signal ends it: abort it when the view that holds the input goes away.
 */
export async function offerPasskeys(show: (text: string) => void, signal: AbortSignal): Promise<void> {
	while (!signal.aborted) {
		const picked = await Passkey.autofill(() => post(`${SIGN_IN}/challenge`), { signal });
		const text = await finish(SIGN_IN, picked);
		if (!signal.aborted) show(text);
		// What no repetition mends: a browser without autofill, for example. The button is still there.
		if (isFailure(picked)) return;
	}
}

async function finish(path: string, result: Result<object, PasskeyError>): Promise<string> {
	// Dismissed by the person: nothing to say.
	if (isFailure(result)) return result.error instanceof CancelledError ? "" : result.error.message;
	const response = await post(`${path}/verify`, result.data);
	if (!response.ok) return "That did not work. Try again, or sign in another way.";
	location.assign((await response.json()).redirect);
	return "";
}

async function optionsOf(path: string) {
	return (await post(`${path}/challenge`)).json();
}

function post(path: string, body: object = {}): Promise<Response> {
	// The content type matters: a page of another site cannot send it without a CORS preflight.
	return fetch(path, {
		method: "POST",
		headers: { "Content-Type": "application/json" },
		body: JSON.stringify(body),
	});
}
