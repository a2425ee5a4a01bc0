/**
 * /account/teams: the memberships of the signed-in person. Leaving needs no scope: scopes say what a member may do to
 * a team and its members, and everybody may give up what they have.
 */

import { z } from "@hono/zod-openapi";
import { isSlug, type Team } from "../../domain/access/team.ts";
import type { Member } from "../../domain/access/user.ts";
import { recordAuditEvent } from "../../storage/access/audit-events.ts";
import { findMember, membershipOf, removeMember } from "../../storage/access/members.ts";
import { noContent } from "../kernel/answers.ts";
import { accountEndpoint, type Resource } from "../kernel/endpoint.ts";
import { refusalOf } from "../people/members.ts";

interface OwnMembership {
	readonly team: Omit<Team, "createdAt">;
	readonly member: Member;
}

const theMembership: Resource<OwnMembership> = {
	params: z.object({ slug: z.string().refine(isSlug).openapi({ description: "The team's slug.", example: "acme" }) }),
	async find({ database }, userId, { slug = "" }) {
		const membership = await membershipOf(database, userId, slug);
		if (membership === null) return null;
		const member = await findMember(database, membership.team.id, membership.memberId);
		return member && { team: membership.team, member };
	},
};

export const leaveTeam = accountEndpoint({
	operationId: "leaveTeam",
	summary: "Leave a team",
	description:
		"Every member may, but not the last owner. It takes effect with your next request; coming back needs an " +
		"invitation. Keys that you created stay valid. It is an event of the team as well as of your account.",
	tag: "Account",
	resource: theMembership,
	refusesWith: ["LAST_OWNER"],
	audit: { action: "leave", object: "team", shown: ({ found: { team } }) => ({ name: team.name }) },
	success: { status: 204, description: "Left." },
	async handle(call) {
		const { services, principal, client, found, now } = call;
		const { team, member } = found;
		const left = await removeMember(services.database, { teamId: team.id, memberId: member.id }, () => true);
		if (typeof left === "string") return refusalOf(left, member.role);
		const { kind, publicId: id, name } = principal.actor;
		await recordAuditEvent(
			services.database,
			{ teamId: team.id },
			{
				actor: { kind, id, name },
				action: "leave",
				objectType: "team",
				objectId: team.publicId,
				objectName: team.name,
				address: client.address,
				changes: [{ field: "role", before: left.role, after: null }],
			},
			now,
		);
		return noContent(call);
	},
});
