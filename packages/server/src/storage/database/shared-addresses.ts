/**
 * SQLite can't drop a constraint, so the table of users is made again. Dropping it deletes what refers to it, which is
 * set aside meanwhile.
 */

const BELONG_TO_USERS = ["members", "passkeys", "oidc_identities", "sessions", "sign_in_links", "audit_events"];
const COLUMNS = "id, public_id, name, email, email_key, created_at, last_seen_at";

/** Makes `email_key` of users a column whose values may repeat. */
export function usersWithoutUniqueAddress(identity: string): string[] {
	return [
		`create temp table kept_users as select ${COLUMNS} from users`,
		...BELONG_TO_USERS.map(
			(table) => `create temp table kept_${table} as select * from main.${table} where user_id is not null`,
		),
		"drop table users",
		`create table users (
			id ${identity},
			public_id text not null unique,
			name text not null,
			email text not null,
			email_key text not null,
			created_at bigint not null,
			last_seen_at bigint
		)`,
		`insert into users (${COLUMNS}) select ${COLUMNS} from kept_users`,
		...BELONG_TO_USERS.map((table) => `insert into main.${table} select * from kept_${table}`),
		...["users", ...BELONG_TO_USERS].map((table) => `drop table kept_${table}`),
	];
}
