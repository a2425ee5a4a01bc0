/** Teams: everything belongs to one. */

export interface Team {
	readonly id: number;
	/** `team_…` */
	readonly publicId: string;
	readonly name: string;
	/** Unique, 1–63 of `a-z0-9-`: used in file names and on the command line. */
	readonly slug: string;
	/** Whether a session that began with a password may enter it. */
	readonly allowsPasswords: boolean;
	readonly createdAt: number;
}

/** What a request needs to know of its team. */
export type NamedTeam = Omit<Team, "createdAt" | "allowsPasswords">;

const SLUG = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** Whether `slug` can be the slug of a team: a DNS label in lower case, so that it fits in hosts and file names. */
export function isSlug(slug: string): boolean {
	return SLUG.test(slug);
}
