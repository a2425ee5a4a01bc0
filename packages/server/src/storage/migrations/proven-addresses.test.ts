import { type Kysely, sql } from "kysely";
import { expect, test } from "vitest";
import { tokenHash } from "../access/secret-token.ts";
import { findPerson } from "../access/sessions.ts";
import { accountsOfAddress, createUser } from "../access/users.ts";
import { openDatabase } from "../database/open-database.ts";
import { newDatabaseUrl, onEachEngine } from "../testing/engines.ts";
import * as teams from "./0001-teams.ts";
import * as people from "./0008-people.ts";
import * as provenAddresses from "./0029-proven-addresses.ts";
import * as passwords from "./0039-passwords.ts";

onEachEngine("accounts of an earlier version", (name) => {
	test("keep all that they have, are bound to the first of their teams, and are not proven", async () => {
		const { url, drop } = await newDatabaseUrl(name);
		const database = openDatabase(url);
		const db = database.db as unknown as Kysely<unknown>;
		try {
			for (const { up } of [teams, people]) await up(db, database.dialect.ddl);
			const insert = (into: string, values: string) => sql.raw(`insert into ${into} values ${values}`).execute(db);
			await insert("teams (public_id, name, slug, created_at)", "('team_1', 'A', 'a', 1), ('team_2', 'B', 'b', 1)");
			await insert(
				"users (public_id, name, email, email_key, created_at)",
				"('usr_1', 'Ada', 'Ada@x.example', 'ada@x.example', 1), ('usr_2', 'Eve', 'eve@x.example', 'eve@x.example', 1)",
			);
			await insert("members (public_id, team_id, user_id, role, created_at)", "('mbr_1', 2, 1, 3, 1)");
			await insert(
				"sessions (public_id, hash, user_id, created_at, last_seen_at)",
				`('ses_1', '${tokenHash("cookie")}', 1, 1, 1)`,
			);
			await insert(
				"audit_events (public_id, team_id, user_id, actor_kind, action, object_type, changes, created_at)",
				"('aud_1', 1, null, 2, 'x', 'x', '[]', 1), ('aud_2', null, 1, 1, 'x', 'x', '[]', 1)",
			);

			await provenAddresses.up(db, database.dialect.ddl);
			// `findPerson` reads its column of `sessions`.
			await passwords.up(db);

			const [ada] = await accountsOfAddress(database, "ada@x.example");
			expect(ada).toMatchObject({ id: 1, email: "Ada@x.example", provenAt: null, boundTeamId: 2 });
			expect(await accountsOfAddress(database, "eve@x.example")).toMatchObject([{ id: 2, boundTeamId: 1 }]);
			expect(await findPerson(database, "cookie", 2)).toMatchObject({ actor: { id: 1 }, provenAt: null });
			const rows = await sql<{ members: number; events: number }>`select
				(select count(*) from members where user_id = 1 and role = 3) as members,
				(select count(*) from audit_events) as events`.execute(db);
			expect(Object.values(rows.rows[0] ?? {}).map(Number)).toEqual([1, 2]);
			const owner = { name: "Ada", email: "ada@x.example", boundTeamId: null, provenAt: 1 };
			expect(await createUser(database, owner, 1)).toMatchObject({ id: 3 });
		} finally {
			await database.close();
			await drop();
		}
	});
});
