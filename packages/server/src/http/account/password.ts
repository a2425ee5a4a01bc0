/** /account/password: the password of the signed-in person (docs/rules/access.md#passwords). */

import { z } from "@hono/zod-openapi";
import { isFailure } from "@lapwing/result";
import { newPasswordText, weaknessOf } from "../../domain/access/password.ts";
import { inTransaction } from "../../services/change.ts";
import { removePassword as remove } from "../../services/passwords/remove.ts";
import { setPassword as set } from "../../services/passwords/set.ts";
import { noContent } from "../kernel/answers.ts";
import { accountChangeEndpoint, personOf } from "../kernel/change-endpoint.ts";
import { accountEndpoint } from "../kernel/endpoint.ts";
import { invalid, refusalOf } from "../kernel/refusal.ts";
import { busy } from "../sign-in/password.ts";
import { passwordsRefused, waysHere } from "../sign-in/ways-in.ts";

const tag = "Account";

export const setPassword = accountEndpoint({
	operationId: "setPassword",
	summary: "Set your password",
	description:
		"Needs a session that began in the last 15 minutes by a one-time link or with a passkey, and ends your other " +
		"sessions. A password that is often used, or made of your name, your address or this product's name, is refused.",
	tag,
	body: z.strictObject({ password: newPasswordText }).openapi("NewPassword"),
	bodyExample: { password: "quiet-harbour-at-seven" },
	refusesWith: ["SIGN_IN_AGAIN", "PASSWORDS_OFF", "INSECURE_CONNECTION"],
	success: { status: 204, description: "Set." },
	service: set,
	async handle(call) {
		const { services, client, principal, now, body } = call;
		const { passwords, database } = services;
		const refused = passwordsRefused(services, client) ?? services.signInLimits.attempt(client, null, now);
		if (refused || passwords === null) return refused ?? noContent(call);
		const weakness = weaknessOf(body.password, { name: principal.actor.name, email: principal.email });
		if (weakness !== null) return invalid("/password", weakness);
		if (await passwords.isKnown(body.password)) {
			return invalid("/password", "Many people use this password, so it is guessed first. Choose another one.");
		}
		const hash = await passwords.hash(body.password);
		if (hash === "busy") return busy();
		const change = { hash, session: principal.session };
		const result = await inTransaction(database, (tx) => set(tx, personOf(call), change, { now }));
		return isFailure(result) ? refusalOf(result.error) : noContent(call);
	},
});

export const removePassword = accountChangeEndpoint({
	operationId: "removePassword",
	summary: "Remove your password",
	description: "The last way to sign in cannot be removed.",
	tag,
	refusesWith: ["NOT_FOUND", "LAST_WAY_IN"],
	success: { status: 204, description: "Removed." },
	service: remove,
	input: ({ services, client }) => waysHere(services, client),
});
