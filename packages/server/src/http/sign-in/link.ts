/**
 * /sign-in/link: one-time links. The secret is the fragment of the page's address and is sent by POST after a click, so
 * that opening the link, as mail scanners do, does not use it up (docs/rules/access.md#one-time-links).
 */

import { z } from "@hono/zod-openapi";
import { emailAddress, emailKey, type Member, personName, type User } from "../../domain/access/user.ts";
import { recordAuditEvent } from "../../storage/access/audit-events.ts";
import { invitationOfSecret, takeInvitation } from "../../storage/access/invitations.ts";
import { addMember, hasOwner, lockTeams, makeOwner } from "../../storage/access/members.ts";
import { createSignInLink, findSignInLink, takeSignInLink } from "../../storage/access/sign-in-links.ts";
import { firstTeam, teamById } from "../../storage/access/teams.ts";
import { createUser, userByEmail, userById } from "../../storage/access/users.ts";
import type { Session } from "../../storage/database/session.ts";
import { authenticatePerson } from "../access/authentication.ts";
import { json, ok } from "../kernel/answers.ts";
import { inTransaction } from "../kernel/audited.ts";
import { type Call, visitorEndpoint } from "../kernel/endpoint.ts";
import { invalid, Refusal } from "../kernel/refusal.ts";
import { single } from "../kernel/schemas.ts";
import { sendLater, signInMail } from "./mails.ts";
import { answersSession, open, signedIn } from "./session.ts";

const tag = "Sign-in";

/** Our secrets have 43 characters. */
const secret = z.string().min(1).max(256).openapi({ description: "The fragment of the link, after `#`." });
const email = emailAddress.meta({ example: "ada@example.com" });

const signInFirst = () =>
	new Refusal("UNAUTHORIZED", "This address has an account. Sign in first, then open this link again.", {
		headers: { "www-authenticate": "Bearer" },
	});

const notValid = () => new Refusal("NOT_FOUND", "This link is unknown, used or too old. Ask for a new one.");

export const requestSignInLink = visitorEndpoint({
	operationId: "requestSignInLink",
	summary: "Mail a sign-in link",
	description: "The answer does not depend on whether the address is known or a mail server exists.",
	tag,
	body: z.strictObject({ email }),
	success: {
		status: 202,
		description: "If an account has this address, a link is mailed.",
		content: { "application/json": { schema: single(z.object({ status: z.literal("sent") })) } },
	},
	async handle(call) {
		const { services, client, now, body } = call;
		const refused = services.signInLimits.linkRequest(client, body.email, now);
		if (refused) return refused;
		// Not awaited, because the time of the answer must not show whether the account exists.
		setImmediate(() => {
			mailLink(services, body.email, now).catch((err: unknown) => services.log.error({ err }, "A link was not mailed"));
		});
		return json(call, 202, { data: { status: "sent" } });
	},
});

async function mailLink(services: Call["services"], email: string, now: number): Promise<void> {
	if (services.sendMail === undefined || services.linkOrigin === null) return;
	const user = await userByEmail(services.database, email);
	if (user === null) return;
	const secret = await createSignInLink(services.database, user.id, now);
	sendLater(services, (origin) => signInMail(user.email, new URL(`/sign-in/link#${secret}`, origin).href));
}

const preview = z
	.object({
		kind: z.enum(["welcome", "sign_in", "invitation"]).openapi({ example: "invitation" }),
		team: z.string().nullable().openapi({ example: "Acme" }),
		email: z.string().nullable().openapi({ example: "grace@example.com" }),
		needsName: z.boolean().openapi({ description: "Whether redeeming it creates an account, which needs a name." }),
		needsSignIn: z.boolean().openapi({
			description: "Whether the invited address has an account: its owner signs in before the link can be redeemed.",
		}),
	})
	.openapi("LinkPreview");

export const previewLink = visitorEndpoint({
	operationId: "previewLink",
	summary: "What a one-time link is for",
	description: "Does not use it up.",
	tag,
	body: z.strictObject({ secret }),
	refusesWith: ["NOT_FOUND"],
	success: {
		status: 200,
		description: "The effect of redeeming it.",
		content: { "application/json": { schema: single(preview) } },
	},
	async handle(call) {
		const { services, client, now, body } = call;
		const { database } = services;
		const refused = services.signInLimits.attempt(client, null, now);
		if (refused) return refused;
		const link = await findSignInLink(database, body.secret, now);
		if (link !== null && link.userId === null) {
			const team = await firstTeam(database);
			if (!team || (await hasOwner(database, team.id))) return notValid();
			const shown = { team: team.name, email: null, needsName: true, needsSignIn: false };
			return ok(call, { kind: "welcome", ...shown } satisfies z.infer<typeof preview>);
		}
		if (link !== null && link.userId !== null) {
			const user = await userById(database, link.userId);
			if (!user) return notValid();
			const shown = { team: null, email: user.email, needsName: false, needsSignIn: false };
			return ok(call, { kind: "sign_in", ...shown } satisfies z.infer<typeof preview>);
		}
		const invitation = await invitationOfSecret(database, body.secret, now);
		if (invitation === null) return notValid();
		const [team, user] = [await teamById(database, invitation.teamId), await userByEmail(database, invitation.email)];
		const shown = {
			team: team?.name ?? null,
			email: invitation.email,
			needsName: user === null,
			needsSignIn: user !== null && (await signedInEmailKey(call)) !== emailKey(user.email),
		};
		return ok(call, { kind: "invitation", ...shown } satisfies z.infer<typeof preview>);
	},
});

export const redeemLink = visitorEndpoint({
	operationId: "redeemLink",
	summary: "Sign in with a one-time link",
	description:
		"Uses up the link. A welcome link needs `name` and `email`, an invitation of a person without an account `name`. " +
		"The owner of an account that exists already signs in before redeeming an invitation.",
	tag,
	body: z.strictObject({ secret, name: personName.optional(), email: email.optional() }),
	refusesWith: ["NOT_FOUND", "UNAUTHORIZED"],
	success: {
		status: 200,
		description: "Signed in.",
		content: answersSession,
		headers: { "Set-Cookie": "The session." },
	},
	async handle(call) {
		const { services, client, now } = call;
		const refused = services.signInLimits.attempt(client, null, now);
		if (refused) return refused;
		// Before the transaction, which a failed write of the session's last use would break.
		const emailKeyOfCaller = await signedInEmailKey(call);
		// A refusal does not use up the link.
		return inTransaction(services.database, async (database) => {
			const within = { ...call, services: { ...services, database }, emailKeyOfCaller };
			const user = await redeemed(within, database);
			return user instanceof Refusal ? user : signedIn(within, await open(within, database, user));
		});
	},
});

interface Redeeming
	extends Call<null, unknown, { secret: string; name?: string | undefined; email?: string | undefined }, null> {
	/** Of whoever is signed in already; null for nobody. */
	readonly emailKeyOfCaller: string | null;
}

async function redeemed(call: Redeeming, database: Session): Promise<User | Refusal> {
	const { body, now } = call;
	const link = await takeSignInLink(database, body.secret, now);
	if (link?.userId === null) return firstOwner(call, database);
	if (link) return (await userById(database, link.userId)) ?? notValid();
	return joined(call, database);
}

/** Makes the first owner. The team's lock ensures that only one of several welcome links does. */
async function firstOwner(call: Redeeming, database: Session): Promise<User | Refusal> {
	const { name, email } = call.body;
	const team = await firstTeam(database);
	if (!team) return notValid();
	await lockTeams(database, [team.id]);
	if (await hasOwner(database, team.id)) return notValid();
	if (name === undefined) return invalid("/name", "Give your name.");
	if (email === undefined) return invalid("/email", "Give your email address.");
	// Whoever signed in through the OpenID provider before the link was opened has an account.
	const known = await userByEmail(database, email);
	if (known && !isTheCaller(call, known)) return signInFirst();
	const user = known ?? (await createUser(database, { name, email }, call.now));
	if (!user) return notValid();
	await recordJoin(call, database, team.id, await makeOwner(database, { teamId: team.id, user }, call.now));
	return user;
}

async function joined(call: Redeeming, database: Session): Promise<User | Refusal> {
	const { body, now } = call;
	const invitation = await takeInvitation(database, body.secret, now);
	if (!invitation) return notValid();
	const { teamId, role, email } = invitation;
	const known = await userByEmail(database, email);
	if (known && !isTheCaller(call, known)) return signInFirst();
	if (!known && body.name === undefined) return invalid("/name", "Give your name.");
	const user = known ?? (await createUser(database, { name: body.name ?? "", email }, now));
	if (!user) return notValid();
	const member = await addMember(database, { teamId, user, role }, now);
	if (member) await recordJoin(call, database, teamId, member);
	return user;
}

/** The link does not prove who owns the account of this address, because the inviter has the link too. */
function isTheCaller({ emailKeyOfCaller }: Redeeming, user: User): boolean {
	return emailKeyOfCaller === emailKey(user.email);
}

/** Of the person who is signed in; null for nobody. */
async function signedInEmailKey(call: Call<null, unknown, unknown, null>): Promise<string | null> {
	const { services, url, client, now } = call;
	const header = (name: string) => (name === "authorization" ? undefined : call.header(name));
	const person = await authenticatePerson(services, { method: "GET", url, client, now, header });
	return person instanceof Refusal ? null : emailKey(person.email);
}

export async function recordJoin(
	{ client, now }: Pick<Call, "client" | "now">,
	database: Session,
	teamId: number,
	{ publicId, user, role }: Member,
): Promise<void> {
	await recordAuditEvent(
		database,
		{ teamId },
		{
			actor: { kind: "user", id: user.publicId, name: user.name },
			action: "join",
			objectType: "member",
			objectId: publicId,
			objectName: user.name,
			address: client.address,
			changes: [{ field: "role", before: null, after: role }],
		},
		now,
	);
}
