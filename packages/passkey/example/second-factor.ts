/**
 * A passkey as second factor: after the first, the session knows who is coming but is not open yet. Only that account's
 * passkeys are asked for, with the transports they reported (the browser then shows the right prompt), and with
 * user verification required in the options and in the check alike.
 */

import type { Hono } from "hono";
import { type Host, rejectSignIn, verifySignIn } from "./app.ts";

export function secondFactorRoutes(app: Hono, host: Host): void {
	const { relyingParty, accounts, sessions, challenges } = host;

	/** Stands in for your password check. It asks for none: an account without a passkey is open to anyone here. */
	app.post("/first-factor", async (context) => {
		const { name } = await context.req.json<{ name: string }>();
		const account = accounts.named(String(name));
		const owesSecond = accounts.passkeysOf(account.id).length > 0;
		sessions.replace(context, owesSecond ? { secondFactorOwedBy: account.id } : { accountId: account.id });
		return context.json({ owesSecond });
	});

	app.post("/second-factor/challenge", (context) => {
		const session = sessions.current(context);
		if (!session.secondFactorOwedBy) return context.json({ error: "signed_out" }, 401);
		const allow = accounts.passkeysOf(session.secondFactorOwedBy);
		const { challenge, options } = relyingParty.authenticate({ allow, userVerification: "required" });
		challenges.put(`second-factor ${session.id}`, challenge);
		return context.json(options);
	});

	app.post("/second-factor/verify", async (context) => {
		const session = sessions.current(context);
		const challenge = challenges.take(`second-factor ${session.id}`);
		if (!challenge) return rejectSignIn(host, context, "NoChallenge");
		const accountId = await verifySignIn(host, context, challenge, "required");
		if (!accountId) return context.json({ error: "rejected" }, 400);
		// The allow list only guides the browser; the server must hold the passkey against the account itself.
		if (accountId !== session.secondFactorOwedBy) return rejectSignIn(host, context, "AnotherAccount");
		sessions.replace(context, { accountId });
		return context.json({ redirect: "/" });
	});
}
