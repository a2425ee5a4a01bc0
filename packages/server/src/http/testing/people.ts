/** People for tests of the API: accounts, members, and requests as a browser with their session sends them. */

import { randomBytes } from "node:crypto";
import type { Role } from "../../domain/access/roles.ts";
import type { Team } from "../../domain/access/team.ts";
import type { User, WayIn } from "../../domain/access/user.ts";
import { addMember } from "../../storage/access/members.ts";
import { openSession } from "../../storage/access/sessions.ts";
import { aProvenUser } from "../../storage/testing/users.ts";
import type { Answer, Asking, Service } from "./service.ts";

export interface Visitor {
	/** The Cookie header that the browser sends; it takes what answers set. */
	cookies: ReadonlyMap<string, string>;
	/** Sends a request as a page of the service does, with the cookies of this browser. */
	ask(method: string, path: string, asking?: Asking): Promise<Answer>;
}

export interface SignedIn extends Visitor {
	readonly user: User;
}

/** A browser without a session. */
export function aVisitor(service: Service, headers: Readonly<Record<string, string>> = {}): Visitor {
	const cookies = new Map<string, string>();
	return {
		cookies,
		async ask(method, path, asking = {}) {
			const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
			const answer = await service.ask(method, path, {
				key: null,
				...asking,
				headers: { "sec-fetch-site": "same-origin", ...(cookie && { cookie }), ...headers, ...asking.headers },
			});
			for (const set of answer.headers.getSetCookie()) {
				const [, name = "", value = "", rest = ""] = /^([^=]+)=([^;]*)(.*)$/.exec(set) ?? [];
				if (/Max-Age=0/.test(rest)) cookies.delete(name);
				else cookies.set(name, value);
			}
			return answer;
		},
	};
}

export async function aUser(service: Service, name = "Ada"): Promise<User> {
	const email = `${name.toLowerCase()}-${randomBytes(4).toString("hex")}@example.com`;
	return aProvenUser(service.database, { name, email, now: service.clock.now });
}

/** A browser with a session of `user`, which requests resources of `team`. */
export async function signedInAs(
	service: Service,
	user: User,
	team: Pick<Team, "slug">,
	way: WayIn = "link",
): Promise<SignedIn> {
	const visitor = aVisitor(service, { "lapwing-team": team.slug });
	const browser = { userAgent: "Test", address: null, way };
	const { cookie } = await openSession(service.database, user, browser, service.clock.now);
	const name = service.publicUrl?.startsWith("https:") ? "__Host-lapwing_session" : "lapwing_session";
	(visitor.cookies as Map<string, string>).set(name, cookie);
	return { ...visitor, user };
}

/** A new member of a team, signed in. */
export async function aMember(service: Service, role: Role, team: Team = service.team): Promise<SignedIn> {
	const user = await aUser(service, role);
	await addMember(service.database, { teamId: team.id, user, role }, service.clock.now);
	return signedInAs(service, user, team);
}
