/**
 * A team's configuration survives its way through files: exported, applied to an empty team and planned there, nothing
 * is to be done; nor beside defaults of the files. `ROUND_TRIPS=500` tries it for as many teams as are promised.
 */

import fc from "fast-check";
import { expect, test } from "vitest";
import { KINDS_IN_ORDER } from "../../../domain/config/config.ts";
import { saidBesideDefaults } from "../../../domain/config/write/updated-entry.ts";
import { addMember } from "../../../storage/access/members.ts";
import { onEachEngine } from "../../../storage/testing/engines.ts";
import { anyDocument } from "../../testing/any-document.ts";
import { aMember } from "../../testing/people.ts";
import { startService } from "../../testing/service.ts";
import { defaultsOfBody } from "./document.ts";

const WANTED = process.env["ROUND_TRIPS"];
const ROUND_TRIPS = { sqlite: Number(WANTED ?? 15), postgresql: Number(WANTED ?? 3) };

onEachEngine("a team's configuration", (engine) => {
	const numRuns = ROUND_TRIPS[engine];
	test("is the same in another team after its way through files", { timeout: 30_000 + numRuns * 3_000 }, async () => {
		await using service = await startService(engine);
		const { user } = await aMember(service, "editor");
		let number = 0;
		const newTeam = async () => {
			number += 1;
			const own = number;
			const { team, key } = await service.newTeam(`team-${own}`);
			await addMember(service.database, { teamId: team.id, user, role: "editor" }, service.clock.now);
			return (method: string, query = "", body?: object) => {
				return service.ask(method, `/api/v1/config${query}`, { key, ...(body && { body: inTeam(body, own) }) });
			};
		};
		const objects = new Map<string, number>();
		await fc.assert(
			fc.asyncProperty(anyDocument(user.publicId), async (document) => {
				const first = await newTeam();
				let [wanted, made] = [document as Lists, await first("PUT", "", document)];
				while (made.status === 400) {
					wanted = withoutFaulty(wanted, made.json.error.details);
					made = await first("PUT", "", wanted);
				}
				expect([made.status, made.text]).toEqual([200, expect.anything()]);
				const exported = (await first("GET")).json.data;
				const secrets = secretsOf(wanted, exported);
				const second = await newTeam();
				const applied = await second("PUT", "", secrets);
				expect(applied.status, applied.text).toBe(200);
				expect((await second("PUT", "?dryRun=1", exported)).json.data.changes).toEqual([]);
				const planned = await first("PUT", "?dryRun=1", besideOwnDefaults(exported));
				expect(planned.json.data?.changes, planned.text).toEqual([]);
				expect(sorted((await second("GET")).json.data)).toEqual(sorted(exported));
				for (const [kind, list] of Object.entries(wanted)) objects.set(kind, (objects.get(kind) ?? 0) + list.length);
			}),
			{ numRuns },
		);
		// Three documents need not have every kind.
		if (engine === "sqlite") expect([...objects.values()].every((count) => count > 0)).toBe(true);
	});
});

type Members = Readonly<Record<string, unknown>>;
type Lists = Readonly<Record<string, readonly Members[]>>;

/** The document with defaults that have every member which an object of their kind has, as it has it. */
function besideOwnDefaults(exported: Lists): object {
	const kinds = KINDS_IN_ORDER.map((kind) => {
		const list = exported[kind] ?? [];
		const { key, contentChecks, password, ...usual } = Object.assign({}, ...list) as Members;
		return { kind, usual, list: list.map((entry) => saidBesideDefaults(entry, usual, defaultsOfBody(kind, entry))) };
	});
	const lists = Object.fromEntries(kinds.map(({ kind, list }) => [kind, list]));
	return { ...lists, defaults: Object.fromEntries(kinds.map(({ kind, usual }) => [kind, usual])) };
}

/** Slugs are the installation's, not the team's. */
function inTeam(body: object, team: number): object {
	return JSON.parse(JSON.stringify(body), (name, value) =>
		name === "slug" ? `${String(value).replace(/-team.*/, "")}-team-${team}` : value,
	);
}

/** The order of a list means nothing. */
function sorted(document: Lists): object {
	const lists = Object.entries(inTeam(document, 0)).map(([kind, list]) => {
		return [kind, (list as Members[]).toSorted((a, b) => (String(a["key"]) < String(b["key"]) ? -1 : 1))];
	});
	return Object.fromEntries(lists);
}

/** Without what services refuse of members that are valid one by one: such a team can't be. */
function withoutFaulty(document: Lists, details: readonly { readonly path: string }[]): Lists {
	const faulty = new Set(details.map(({ path }) => path.split("/").slice(1, 3).join("/")));
	const kept = Object.entries(document).map(([kind, list]) => {
		return [kind, list.filter((_, index) => !faulty.has(`${kind}/${index}`))] as const;
	});
	if (kept.every(([kind, list]) => list.length === document[kind]?.length)) throw new Error(JSON.stringify(details));
	return Object.fromEntries(kept);
}

/** The exported document with secrets in the places of their names, as the command fills them in: those of `from`. */
function secretsOf(from: Lists, exported: Lists): object {
	const lists = Object.entries(exported).filter(([, list]) => Array.isArray(list));
	const filled = lists.map(([kind, list]) => {
		const known = new Map((from[kind] ?? []).map((object) => [object["key"], object]));
		return [kind, list.map((object) => withSecrets(object, known.get(object["key"])))];
	});
	return Object.fromEntries(filled);
}

function withSecrets(value: unknown, given: unknown): unknown {
	if (typeof value !== "object" || value === null) return value;
	// A signing key that nobody gave was generated, and is generated again.
	if (Object.keys(value).join() === "secret" && typeof (value as Members)["secret"] === "string") return given ?? value;
	if (Array.isArray(value)) return value.map((item, index) => withSecrets(item, (given as unknown[])?.[index]));
	const entries = Object.entries(value);
	return Object.fromEntries(entries.map(([name, inner]) => [name, withSecrets(inner, (given as Members)?.[name])]));
}
