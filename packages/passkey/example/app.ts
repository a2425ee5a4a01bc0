/**
 * The routes of the example host: the four of the passkey pattern, two more for a second factor, and what stands in for
 * the rest of a real host (a first factor that asks for no password, the account page).
 *
 * Every refusal is answered alike. Which check refused is logged, and only there.
 */

import type { AuthenticationResponseJSON, RegistrationResponseJSON, RelyingParty } from "@lapwing/passkey/server";
import { isFailure } from "@lapwing/result";
import { type Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import type { Accounts } from "./accounts.ts";
import type { MemoryChallenges } from "./memory-challenges.ts";
import { secondFactorRoutes } from "./second-factor.ts";
import type { Session, Sessions } from "./sessions.ts";

/** Far above any response of an authenticator, which is a few kilobytes. */
const LARGEST_BODY_BYTES = 64 * 1024;

export interface Host {
	readonly relyingParty: RelyingParty;
	readonly accounts: Accounts;
	readonly sessions: Sessions;
	readonly challenges: MemoryChallenges;
	/** Writes one warning to the log. */
	warn(event: string, fields: { reason: string }): void;
}

export function createApp(host: Host): Hono {
	const { relyingParty, accounts, sessions, challenges } = host;
	const app = new Hono();
	app.use(bodyLimit({ maxSize: LARGEST_BODY_BYTES, onError: (context) => context.json({ error: "rejected" }, 400) }));

	app.post("/passkey/challenge", (context) => {
		const { challenge, options } = relyingParty.authenticate();
		challenges.put(`sign-in ${sessions.current(context).id}`, challenge);
		return context.json(options);
	});

	app.post("/passkey/verify", async (context) => {
		const challenge = challenges.take(`sign-in ${sessions.current(context).id}`);
		if (!challenge) return rejectSignIn(host, context, "NoChallenge");
		const accountId = await verifySignIn(host, context, challenge);
		if (!accountId) return context.json({ error: "rejected" }, 400);
		sessions.replace(context, { accountId });
		return context.json({ redirect: "/" });
	});

	app.post("/passkey/register/challenge", (context) => {
		const account = signedIn(host, sessions.current(context));
		if (!account) return context.json({ error: "signed_out" }, 401);
		const { challenge, options } = relyingParty.register({
			user: account,
			exclude: accounts.passkeysOf(account.id),
			// So that every passkey made here can be a second factor too.
			userVerification: "required",
		});
		challenges.put(`register ${sessions.current(context).id}`, challenge);
		return context.json(options);
	});

	app.post("/passkey/register/verify", async (context) => {
		const reject = (reason: string) => {
			host.warn("passkey.registration_rejected", { reason });
			return context.json({ error: "rejected" }, 400);
		};
		const session = sessions.current(context);
		const account = signedIn(host, session);
		if (!account) return context.json({ error: "signed_out" }, 401);
		const challenge = challenges.take(`register ${session.id}`);
		if (!challenge) return reject("NoChallenge");
		const response = await readJson<RegistrationResponseJSON>(context);
		if (!response) return reject("MalformedResponseError");
		const result = await relyingParty.verifyRegistration(response, { challenge, userVerification: "required" });
		if (isFailure(result)) return reject(result.error.name);
		if (!accounts.add({ ...result.data, accountId: account.id })) return reject("PasskeyTaken");
		return context.json({ redirect: "/" });
	});

	secondFactorRoutes(app, host);

	app.get("/account", (context) => {
		const account = signedIn(host, sessions.current(context));
		if (!account) return context.json({ error: "signed_out" }, 401);
		return context.json({ name: account.name, passkeys: accounts.passkeysOf(account.id).map(({ id }) => id) });
	});

	app.post("/sign-out", (context) => {
		sessions.replace(context, {});
		return context.json({ redirect: "/" });
	});
	return app;
}

/**
 * Whose passkey signed the request's assertion, its counter recorded; `undefined`, with the reason in the log, for every
 * refusal.
 */
export async function verifySignIn(
	host: Host,
	context: Context,
	challenge: string,
	userVerification?: "required",
): Promise<string | undefined> {
	const reject = (reason: string) => {
		host.warn("passkey.rejected", { reason });
		return undefined;
	};
	const response = await readJson<AuthenticationResponseJSON>(context);
	if (!response) return reject("MalformedResponseError");
	const passkey = host.accounts.passkey(response.id);
	if (!passkey) return reject("UnknownPasskey");
	const result = await host.relyingParty.verifyAuthentication(response, {
		challenge,
		passkey,
		userVerification,
	});
	if (isFailure(result)) return reject(result.error.name);
	const { counter, backedUp, userHandle } = result.data;
	// An authenticator that names the account must name the one that the passkey was registered for.
	if (userHandle !== null && Buffer.from(userHandle, "base64url").toString() !== passkey.accountId) {
		return reject("UserHandleMismatch");
	}
	host.accounts.update(passkey.id, { counter, backedUp });
	return passkey.accountId;
}

export function rejectSignIn(host: Host, context: Context, reason: string): Response {
	host.warn("passkey.rejected", { reason });
	return context.json({ error: "rejected" }, 400);
}

function signedIn(host: Host, session: Session) {
	return session.accountId === undefined ? undefined : host.accounts.account(session.accountId);
}

/** The body's JSON object, `undefined` when it is none. What is inside is still whatever a stranger sent. */
async function readJson<T extends object>(context: Context): Promise<T | undefined> {
	try {
		const body: unknown = await context.req.json();
		return typeof body === "object" && body !== null ? (body as T) : undefined;
	} catch {
		return undefined;
	}
}
