/**
 * The routes of the example host: the four of the passkey pattern, those of a second factor and of a passkey upgrade,
 * and stand-ins for the rest of a real host. Every refusal has the same answer; only the log names the check that
 * refused.
 */

import { takeChallenge } from "@lapwing/passkey/challenges";
import type { RegistrationResponseJSON } from "@lapwing/passkey/server";
import { isFailure } from "@lapwing/result";
import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { type Host, readJson, rejected } from "./host.ts";
import { secondFactorRoutes } from "./second-factor.ts";
import type { Session } from "./sessions.ts";
import { upgradeRoutes } from "./upgrade.ts";
import { verifySignIn } from "./verify-sign-in.ts";

/** Much more than any response of an authenticator, which has a few kilobytes. */
const LARGEST_BODY_BYTES = 64 * 1024;

export function createApp(host: Host): Hono {
	const { relyingParty, accounts, sessions, challenges } = host;
	const signedIn = ({ accountId }: Session) => (accountId === undefined ? undefined : accounts.account(accountId));
	const app = new Hono();
	app.use(bodyLimit({ maxSize: LARGEST_BODY_BYTES, onError: rejected }));

	app.post("/passkey/challenge", async (context) => {
		const { challenge, options } = relyingParty.authenticate();
		await challenges.put({ session: sessions.current(context).id, kind: "sign-in" }, challenge);
		return context.json(options);
	});

	app.post("/passkey/verify", async (context) => {
		const ceremony = { session: sessions.current(context).id, kind: "sign-in" };
		const accountId = await verifySignIn(host, context, { ceremony });
		if (!accountId) return rejected(context);
		sessions.replace(context, { accountId });
		return context.json({ redirect: "/" });
	});

	app.post("/passkey/register/challenge", async (context) => {
		const session = sessions.current(context);
		const account = signedIn(session);
		if (!account) return context.json({ error: "signed_out" }, 401);
		const { challenge, options } = relyingParty.register({
			user: account,
			exclude: accounts.passkeysOf(account.id),
			// So that every passkey made here can be a second factor too.
			userVerification: "required",
		});
		await challenges.put({ session: session.id, kind: "registration" }, challenge);
		return context.json(options);
	});

	app.post("/passkey/register/verify", async (context) => {
		const reject = (reason: string) => {
			host.warn("passkey.registration_rejected", { reason });
			return rejected(context);
		};
		const session = sessions.current(context);
		const account = signedIn(session);
		if (!account) return context.json({ error: "signed_out" }, 401);
		const response = await readJson<RegistrationResponseJSON>(context);
		const challenge = await takeChallenge(challenges, { session: session.id, kind: "registration" }, response);
		if (!response || !challenge) return reject("NoChallenge");
		const result = await relyingParty.verifyRegistration(response, { challenge, userVerification: "required" });
		if (isFailure(result)) return reject(result.error.name);
		if (!accounts.add({ ...result.data, accountId: account.id })) return reject("PasskeyTaken");
		return context.json({ redirect: "/" });
	});

	secondFactorRoutes(app, host);
	upgradeRoutes(app, host);

	app.get("/account", (context) => {
		const account = signedIn(sessions.current(context));
		if (!account) return context.json({ error: "signed_out" }, 401);
		return context.json({ name: account.name, passkeys: accounts.passkeysOf(account.id).map(({ id }) => id) });
	});

	app.post("/sign-out", (context) => {
		sessions.replace(context, {});
		return context.json({ redirect: "/" });
	});
	return app;
}
