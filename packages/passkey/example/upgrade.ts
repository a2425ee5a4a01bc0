/**
 * A passkey upgrade: after a sign-in with a password the browser may create a passkey without asking. The challenge is
 * kept as a kind of its own, so that `userPresence: "optional"` applies to no other registration.
 */

import { takeChallenge } from "@lapwing/passkey/challenges";
import type { RegistrationResponseJSON } from "@lapwing/passkey/server";
import { isFailure } from "@lapwing/result";
import type { Hono } from "hono";
import { type Host, readJson, rejected } from "./host.ts";

export function upgradeRoutes(app: Hono, host: Host): void {
	const { relyingParty, accounts, sessions, challenges } = host;

	app.post("/passkey/upgrade/challenge", async (context) => {
		const session = sessions.current(context);
		const account = accounts.account(session.accountId ?? "");
		if (!account) return context.json({ error: "signed_out" }, 401);
		const { challenge, options } = relyingParty.register({
			user: account,
			exclude: accounts.passkeysOf(account.id),
		});
		await challenges.put({ session: session.id, kind: "upgrade" }, challenge);
		return context.json(options);
	});

	app.post("/passkey/upgrade/verify", async (context) => {
		const reject = (reason: string) => {
			host.warn("passkey.registration_rejected", { reason });
			return rejected(context);
		};
		const session = sessions.current(context);
		if (session.accountId === undefined) return context.json({ error: "signed_out" }, 401);
		const response = await readJson<RegistrationResponseJSON>(context);
		const challenge = await takeChallenge(challenges, { session: session.id, kind: "upgrade" }, response);
		if (!response || !challenge) return reject("NoChallenge");
		const result = await relyingParty.verifyRegistration(response, { challenge, userPresence: "optional" });
		if (isFailure(result)) return reject(result.error.name);
		if (!accounts.add({ ...result.data, accountId: session.accountId })) return reject("PasskeyTaken");
		return context.json({ redirect: "/" });
	});
}
