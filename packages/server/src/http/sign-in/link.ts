/**
 * /sign-in/link: one-time links. The secret is the fragment of the page's address and is sent by POST after a click, so
 * that opening the link, as mail scanners do, does not use it up (docs/rules/access.md#one-time-links).
 */

import { z } from "@hono/zod-openapi";
import { returnAddress } from "@lapwing/client/return-address";
import { isFailure } from "@lapwing/result";
import { emailAddress, owns, personName, type User } from "../../domain/access/user.ts";
import { inTransaction } from "../../services/change.ts";
import { redeemLink as redeem } from "../../services/sign-in/redeem-link.ts";
import { invitationOfSecret } from "../../storage/access/invitations.ts";
import { hasOwner } from "../../storage/access/members.ts";
import { userOfCookie } from "../../storage/access/sessions.ts";
import { findSignInLink } from "../../storage/access/sign-in-links.ts";
import { firstTeam, teamById } from "../../storage/access/teams.ts";
import { accountsOfAddress, userById } from "../../storage/access/users.ts";
import { json, ok } from "../kernel/answers.ts";
import { visitorAsking } from "../kernel/change-endpoint.ts";
import { type Call, visitorEndpoint } from "../kernel/endpoint.ts";
import { Refusal, refusalOf } from "../kernel/refusal.ts";
import { answers } from "../kernel/success.ts";
import { signedIn, signsIn } from "./session.ts";

const tag = "Sign-in";

/** Our secrets have 43 characters. */
const secret = z.string().min(1).max(256).openapi({ description: "The fragment of the link, after `#`." });
const email = emailAddress.meta({ example: "ada@example.com" });

/** Longer ones lead nowhere (`returnAddress`). */
const MAX_RETURN = 2_000;

const notValid = () => new Refusal("NOT_FOUND", "This link is unknown, used or too old. Ask for a new one.");

export const requestSignInLink = visitorEndpoint({
	operationId: "requestSignInLink",
	summary: "Mail a sign-in link",
	description:
		"The answer does not depend on whether the address is known or a mail server exists. For a signed-in person whose " +
		"address is not proven, it is the way to prove it.",
	tag,
	body: z.strictObject({
		email,
		return: z.string().max(MAX_RETURN).optional().openapi({
			description: "The page of the dashboard to which the link leads afterwards. Default, and for any other: `/`.",
			example: "/account",
		}),
	}),
	success: answers(
		"If an account has this address, a link is mailed within a few seconds.",
		z.object({ status: z.literal("sent") }),
		202,
	),
	async handle(call) {
		const { services, client, now, body } = call;
		const refused = services.signInLimits.linkRequest(client, body.email, now);
		if (refused) return refused;
		services.linkRequests.add(body.email, returnAddress(body.return));
		return json(call, 202, { data: { status: "sent" } });
	},
});

const preview = z
	.object({
		kind: z.enum(["welcome", "sign_in", "invitation"]).openapi({ example: "invitation" }),
		team: z.string().nullable().openapi({ example: "Acme" }),
		email: z.string().nullable().openapi({ example: "grace@example.com" }),
		needsName: z.boolean().openapi({ description: "Whether redeeming it creates an account, which needs a name." }),
		needsSignIn: z.boolean().openapi({
			description: "Whether somebody has proven the invited address: they sign in before the link can be redeemed.",
		}),
		endsOthers: z.boolean().openapi({
			description:
				"Whether redeeming it proves the address of an account that exists already: that ends its sessions and " +
				"removes its passkeys and connected identities.",
		}),
	})
	.openapi("LinkPreview");

type Preview = z.infer<typeof preview>;

export const previewLink = visitorEndpoint({
	operationId: "previewLink",
	summary: "What a one-time link is for",
	description: "Does not use it up.",
	tag,
	body: z.strictObject({ secret }),
	refusesWith: ["NOT_FOUND"],
	success: answers("The effect of redeeming it.", preview),
	async handle(call) {
		const { services, client, now } = call;
		const refused = services.signInLimits.attempt(client, null, now);
		if (refused) return refused;
		const shown = (await linkPreview(call)) ?? (await invitationPreview(call));
		return shown === null ? notValid() : ok(call, shown);
	},
});

type PreviewCall = Call<null, unknown, { secret: string }, null>;

async function linkPreview({ services: { database }, body, now }: PreviewCall): Promise<Preview | null> {
	const link = await findSignInLink(database, body.secret, now);
	if (link === null) return null;
	const nothing = { team: null, email: null, needsName: false, needsSignIn: false, endsOthers: false };
	if (link.userId === null) {
		const team = await firstTeam(database);
		if (!team || (await hasOwner(database, team.id))) return null;
		return { ...nothing, kind: "welcome", team: team.name, needsName: true };
	}
	const user = await userById(database, link.userId);
	if (user === null) return null;
	const accounts = await accountsOfAddress(database, user.email);
	return { ...nothing, kind: "sign_in", email: user.email, endsOthers: accounts.some(isUsedUnproven) };
}

/** Whether somebody is in an account whose address nobody has proven. */
function isUsedUnproven(account: User): boolean {
	return !owns(account) && account.lastSeenAt !== null;
}

async function invitationPreview(call: PreviewCall): Promise<Preview | null> {
	const { services, body, now } = call;
	const { database } = services;
	const invitation = await invitationOfSecret(database, body.secret, now);
	if (invitation === null) return null;
	const { email, teamId, isMailed } = invitation;
	const [team, accounts] = [await teamById(database, teamId), await accountsOfAddress(database, email)];
	const { cookie } = visitorAsking(call);
	const caller = cookie === null ? null : await userOfCookie(database, cookie, now);
	const owner = accounts.find(owns);
	const isReturning = accounts.some(({ id, boundTeamId }) => id === caller && boundTeamId === teamId);
	return {
		kind: "invitation",
		team: team?.name ?? null,
		email,
		needsName: owner === undefined && (isMailed || !isReturning),
		needsSignIn: owner !== undefined && owner.id !== caller,
		endsOthers: owner === undefined && isMailed && accounts.some(isUsedUnproven),
	};
}

export const redeemLink = visitorEndpoint({
	operationId: "redeemLink",
	summary: "Sign in with a one-time link",
	description:
		"Uses up the link. A welcome link needs `name` and `email`, an invitation of a person without an account `name`. " +
		"Whoever has proven an address signs in before redeeming an invitation of it. A link that was mailed, or printed " +
		"by the operator, proves the address; the link of an invitation that its sender sees makes an account that is " +
		"in this team alone until its address is proven.",
	tag,
	body: z.strictObject({ secret, name: personName.optional(), email: email.optional() }),
	refusesWith: ["NOT_FOUND", "UNAUTHORIZED"],
	success: signsIn,
	async handle(call) {
		const { services, client, now, body } = call;
		const refused = services.signInLimits.attempt(client, null, now);
		if (refused) return refused;
		// A refusal does not use up the link.
		const opened = await inTransaction(services.database, (tx) => redeem(tx, visitorAsking(call), body, { now }));
		return isFailure(opened) ? refusalOf(opened.error) : signedIn(call, opened.data);
	},
});
