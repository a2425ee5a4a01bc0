/**
 * /account/teams: the memberships of the signed-in person. Leaving needs no scope: scopes say what a member may do to
 * a team and its members, and everybody may give up what they have.
 */

import { z } from "@hono/zod-openapi";
import { isSlug } from "../../domain/access/team.ts";
import { leaveTeam as leave } from "../../services/members/leave.ts";
import { type Membership, membershipOf } from "../../storage/access/members.ts";
import { accountChangeEndpoint } from "../kernel/change-endpoint.ts";
import type { Resource } from "../kernel/endpoint.ts";

const theMembership: Resource<Membership> = {
	params: z.object({ slug: z.string().refine(isSlug).openapi({ description: "The team's slug.", example: "acme" }) }),
	find: ({ database }, userId, { slug = "" }) => membershipOf(database, userId, slug),
};

export const leaveTeam = accountChangeEndpoint({
	operationId: "leaveTeam",
	summary: "Leave a team",
	description:
		"Every member may, but not the last owner. It takes effect with your next request; coming back needs an " +
		"invitation. Invitations that you sent are withdrawn; keys that you created stay valid. It is an event of the team " +
		"as well as of your account.",
	tag: "Account",
	resource: theMembership,
	refusesWith: ["LAST_OWNER"],
	success: { status: 204, description: "Left." },
	service: leave,
	input: ({ found }) => ({ slug: found.team.slug }),
});
