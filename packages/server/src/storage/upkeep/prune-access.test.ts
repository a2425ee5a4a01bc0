import { expect, test } from "vitest";
import { AUDIT_DAYS, CLI_ACTOR } from "../../domain/access/audit-event.ts";
import { DAY_MS } from "../../domain/durations.ts";
import { pageOfTeamEvents, recordAuditEvents } from "../access/audit-events.ts";
import { putCeremony, takeCeremony } from "../access/ceremonies.ts";
import { createInvitation, INVITATION_LIFETIME_MS, invitationOfSecret } from "../access/invitations.ts";
import { findPerson, openSession, SESSION_IDLE_MS } from "../access/sessions.ts";
import { createSignInLink, findSignInLink, LINK_LIFETIME_MS } from "../access/sign-in-links.ts";
import { freshDatabase, onEachEngine } from "../testing/engines.ts";
import { aTeam } from "../testing/fixtures.ts";
import { aProvenUser } from "../testing/users.ts";
import { pruneAccess } from "./prune-access.ts";

const NOW = Date.UTC(2025, 5, 15);
const event = {
	actor: CLI_ACTOR,
	action: "create",
	objectType: "member",
	objectId: null,
	objectName: null,
	address: null,
};

onEachEngine("pruning of access", (name) => {
	test("deletes expired rows, and none before their expiry", async () => {
		await using database = await freshDatabase(name);
		const teamId = await aTeam(database);
		const user = await aProvenUser(database, { now: NOW });
		if (!user) throw new Error("No user");
		const { cookie } = await openSession(database, user, { userAgent: null, address: null, way: "link" }, NOW);
		const link = await createSignInLink(database, user.id, NOW);
		const invited = await createInvitation(
			database,
			{ teamId, email: "eve@example.com", role: "viewer", sentBy: null },
			NOW,
		);
		if (typeof invited === "string") throw new Error(invited);
		await putCeremony(database, { key: "k", payload: 1, expiresAt: NOW + 10 }, NOW);
		await recordAuditEvents(database, { teamId }, [{ ...event, changes: [] }], NOW);

		expect(await pruneAccess(database, NOW + 9)).toEqual({});
		expect(await findPerson(database, cookie, NOW)).not.toBeNull();
		expect(await findSignInLink(database, link, NOW)).not.toBeNull();
		expect(await invitationOfSecret(database, invited.secrets.shown, NOW)).not.toBeNull();
		expect(await pruneAccess(database, NOW + 10)).toEqual({ sign_in_ceremonies: 1 });
		expect(await takeCeremony(database, "k", NOW)).toBeNull();
		expect(await pruneAccess(database, NOW + LINK_LIFETIME_MS)).toEqual({ sign_in_links: 1 });
		expect(await pruneAccess(database, NOW + INVITATION_LIFETIME_MS)).toEqual({ invitations: 1 });
		expect(await pruneAccess(database, NOW + SESSION_IDLE_MS)).toEqual({ sessions: 1 });
		expect(await pruneAccess(database, NOW + AUDIT_DAYS * DAY_MS - 1)).toEqual({});
		const events = { limit: 10, direction: "forward", from: null } as const;
		expect(await pageOfTeamEvents(database, teamId, {}, events)).toHaveLength(1);
		expect(await pruneAccess(database, NOW + AUDIT_DAYS * DAY_MS)).toEqual({ audit_events: 1 });
	});
});
