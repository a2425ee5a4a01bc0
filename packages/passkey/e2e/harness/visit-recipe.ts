/** Goes through a recipe's routes as browsers would, over HTTP: those who sign up and in, and those who may not. */

import type {
	PublicKeyCredentialCreationOptionsJSON,
	PublicKeyCredentialRequestOptionsJSON,
} from "@lapwing/passkey/server";
import { SoftwareAuthenticator } from "@lapwing/passkey/testing";

/** A browser with its cookies. */
class Browser {
	readonly #origin: string;
	#cookie = "";

	constructor(origin: string) {
		this.#origin = origin;
	}

	async send(method: "GET" | "POST", path: string, body?: string): Promise<Response> {
		const response = await fetch(`${this.#origin}${path}`, {
			method,
			headers: { cookie: this.#cookie, origin: this.#origin, "content-type": "application/json" },
			...(method === "POST" && { body: body ?? "{}" }),
		});
		this.#cookie = response.headers.getSetCookie().at(-1)?.split(";")[0] ?? this.#cookie;
		return response;
	}

	async post<Options>(path: string): Promise<Options> {
		return (await this.send("POST", path)).json() as Promise<Options>;
	}

	/** Status and, for refusals, what the answer says. */
	async outcome(path: string, body: unknown): Promise<string> {
		const response = await this.send("POST", path, typeof body === "string" ? body : JSON.stringify(body));
		return `${response.status} ${await response.text()}`;
	}
}

const BEGIN_REGISTRATION = "/passkey/register/challenge";
const REGISTER = "/passkey/register/verify";
const BEGIN_SIGN_IN = "/passkey/challenge";
const SIGN_IN = "/passkey/verify";

/** What each visit came to, by what it tried. */
export async function visitRecipe(origin: string): Promise<Record<string, unknown>> {
	const authenticator = new SoftwareAuthenticator({ origin });
	const seen: Record<string, unknown> = {};

	const stranger = new Browser(origin);
	seen["a registration signed out"] = await stranger.outcome(BEGIN_REGISTRATION, {});

	const first = new Browser(origin);
	await first.send("POST", "/sign-up");
	const created = await authenticator.create(
		await first.post<PublicKeyCredentialCreationOptionsJSON>(BEGIN_REGISTRATION),
	);
	seen["another visitor's registration"] = await stranger.outcome(REGISTER, created);
	seen["a registration"] = await first.outcome(REGISTER, created);
	seen["the same registration again"] = await first.outcome(REGISTER, created);

	const second = new Browser(origin);
	const begin = () => second.post<PublicKeyCredentialRequestOptionsJSON>(BEGIN_SIGN_IN);
	seen["an account signed out"] = (await second.send("GET", "/account")).status;
	const asserted = await authenticator.get(await begin());
	seen["another visitor's sign-in"] = await stranger.outcome(SIGN_IN, asserted);
	seen["a sign-in"] = await second.outcome(SIGN_IN, asserted);
	seen["the account then"] = await (await second.send("GET", "/account")).json();
	seen["the same sign-in again"] = await second.outcome(SIGN_IN, asserted);
	// The stale counter first: every attempt that is not stale raises the authenticator's.
	for (const misbehaving of ["stale-counter", "broken-signature", "other-credential"] as const) {
		seen[`a sign-in with ${misbehaving}`] = await second.outcome(
			SIGN_IN,
			await authenticator.get(await begin(), { misbehaving }),
		);
	}
	for (const body of ["null", "[]", "1", '{"id":1}', "{"]) {
		await begin();
		seen[`a sign-in of ${body}`] = await second.outcome(SIGN_IN, body);
	}
	const late = await authenticator.get(await begin());
	seen["a sign-in after all that"] = await second.outcome(SIGN_IN, late);
	return seen;
}

const REJECTED = '400 {"error":"rejected"}';
const SIGNED_OUT = '401 {"error":"signed_out"}';
const ACCEPTED = '200 {"redirect":"/"}';

/** What every recipe must answer. */
export const EXPECTED: Record<string, unknown> = {
	"a registration signed out": SIGNED_OUT,
	"another visitor's registration": SIGNED_OUT,
	"a registration": ACCEPTED,
	"the same registration again": REJECTED,
	"an account signed out": 401,
	"another visitor's sign-in": REJECTED,
	"a sign-in": ACCEPTED,
	"the account then": { name: "ada" },
	"the same sign-in again": REJECTED,
	"a sign-in with broken-signature": REJECTED,
	"a sign-in with other-credential": REJECTED,
	"a sign-in with stale-counter": REJECTED,
	"a sign-in of null": REJECTED,
	"a sign-in of []": REJECTED,
	"a sign-in of 1": REJECTED,
	'a sign-in of {"id":1}': REJECTED,
	"a sign-in of {": REJECTED,
	"a sign-in after all that": ACCEPTED,
};
