/**
 * A passkey as second factor: after the first, the session knows the account but is not signed in yet. The options name
 * only that account's passkeys, with their transports (the browser then shows the right prompt), and user verification
 * is required in the options and in the check.
 */

import type { Hono } from "hono";
import { type Host, readJson, rejected } from "./host.ts";
import { verifySignIn } from "./verify-sign-in.ts";

export function secondFactorRoutes(app: Hono, host: Host): void {
	const { relyingParty, accounts, sessions, challenges } = host;

	/** A stand-in for your password check. It checks nothing: anyone can open an account without a passkey here. */
	app.post("/first-factor", async (context) => {
		const body = await readJson<{ name?: unknown }>(context);
		if (typeof body?.name !== "string" || body.name === "") return rejected(context);
		const account = accounts.named(body.name);
		const owesSecond = accounts.passkeysOf(account.id).length > 0;
		sessions.replace(context, owesSecond ? { secondFactorOwedBy: account.id } : { accountId: account.id });
		return context.json({ owesSecond });
	});

	app.post("/second-factor/challenge", async (context) => {
		const session = sessions.current(context);
		if (!session.secondFactorOwedBy) return context.json({ error: "signed_out" }, 401);
		const allow = accounts.passkeysOf(session.secondFactorOwedBy);
		const { challenge, options } = relyingParty.authenticate({ allow, userVerification: "required" });
		await challenges.put({ session: session.id, kind: "second-factor" }, challenge);
		return context.json(options);
	});

	app.post("/second-factor/verify", async (context) => {
		const session = sessions.current(context);
		if (!session.secondFactorOwedBy) return context.json({ error: "signed_out" }, 401);
		const accountId = await verifySignIn(host, context, {
			ceremony: { session: session.id, kind: "second-factor" },
			userVerification: "required",
			accountId: session.secondFactorOwedBy,
		});
		if (!accountId) return rejected(context);
		sessions.replace(context, { accountId });
		return context.json({ redirect: "/" });
	});
}
