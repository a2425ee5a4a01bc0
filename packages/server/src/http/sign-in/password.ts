/** /sign-in/password: signing in with an address and a password (docs/rules/access.md#passwords). */

import { z } from "@hono/zod-openapi";
import { isFailure } from "@lapwing/result";
import { passwordText } from "../../domain/access/password.ts";
import { emailAddress } from "../../domain/access/user.ts";
import { inTransaction } from "../../services/change.ts";
import { usePassword } from "../../services/sign-in/use-password.ts";
import { passwordOfAddress } from "../../storage/access/passwords.ts";
import { visitorAsking } from "../kernel/change-endpoint.ts";
import { visitorEndpoint } from "../kernel/endpoint.ts";
import { Refusal } from "../kernel/refusal.ts";
import { signedIn, signsIn } from "./session.ts";
import { passwordsRefused } from "./ways-in.ts";

/** The same whether the address or the password is wrong. */
const notAccepted = () =>
	new Refusal("UNAUTHORIZED", "The address or the password is wrong.", { headers: { "www-authenticate": "Bearer" } });

/** The answer while all that may be hashed at once is. */
export const busy = () =>
	new Refusal("TOO_MANY_REQUESTS", "Too many people sign in at this moment. Try again.", {
		headers: { "retry-after": "1" },
	});

export const signInWithPassword = visitorEndpoint({
	operationId: "signInWithPassword",
	summary: "Sign in with a password",
	description:
		"For where passkeys can't work, and for whoever set a password on the account page. A team can keep out whoever " +
		"signed in so (`allowsPasswords`).",
	tag: "Sign-in",
	body: z.strictObject({
		email: emailAddress.meta({ example: "ada@example.com" }),
		password: passwordText.meta({ example: "quiet-harbour-at-seven" }),
	}),
	refusesWith: ["UNAUTHORIZED", "PASSWORDS_OFF", "INSECURE_CONNECTION"],
	success: signsIn,
	async handle(call) {
		const { services, client, now, body } = call;
		const { passwords, database } = services;
		const refused = passwordsRefused(services, client) ?? services.signInLimits.password(client, body.email, now);
		if (refused || passwords === null) return refused ?? notAccepted();
		const stored = await passwordOfAddress(database, body.email);
		const matches = await passwords.matches(body.password, stored?.hash ?? null);
		if (matches === "busy") return busy();
		if (!matches || stored === null) {
			services.log.warn({ address: client.address }, "A password was refused");
			return notAccepted();
		}
		const opened = await inTransaction(database, (tx) => usePassword(tx, visitorAsking(call), stored, { now }));
		return isFailure(opened) ? notAccepted() : signedIn(call, opened.data);
	},
});
