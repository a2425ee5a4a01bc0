import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Team } from "../../domain/access/team.ts";
import { png } from "../../domain/status-pages/testing/images.ts";
import { createKey } from "../../storage/access/api-keys.ts";
import { freshDatabase } from "../../storage/testing/engines.ts";
import { missedObservation } from "../../storage/testing/fixtures.ts";
import { documentedRoutes, ROUTES } from "../app.ts";
import { REFUSALS } from "../kernel/refusal.ts";
import { Documented, type Json } from "../testing/documented.ts";
import { filled, realPath } from "../testing/paths.ts";
import { aMember, type SignedIn } from "../testing/people.ts";
import { type Answer, NOON, type Service, startService } from "../testing/service.ts";
import { endpointRefusals } from "./openapi.ts";
import { BODY_EXAMPLE, CURSOR_EXAMPLE, REFUSAL_EXAMPLES, type RefusalExample } from "./refusal-examples.ts";

let service: Service;
/** Its rate limit is one request for each key. */
let limited: Service;
/** Has lost its database. */
let broken: Service;
/** Has lost its database with a transient error. */
let interrupted: Service;
/** Ends its live streams. */
let stopping: Service;
/** Can't make checks. */
let blind: Service;
let documented: Documented;
let document: Json;
let key: string;
/** Signed in, and in no team of the key. */
let stranger: SignedIn;

beforeAll(async () => {
	service = await startService("sqlite");
	limited = await startService("sqlite", { rateLimitPerMinute: 1 });
	broken = await startService("sqlite");
	await broken.database.close();
	await using lost = await freshDatabase("sqlite");
	const dialect = { ...lost.dialect, isTransient: () => true };
	stopping = await startService("sqlite", { stopping: AbortSignal.abort() });
	const message = "The name servers do not answer.";
	blind = await startService("sqlite", {
		tryCheck: async () => ({ observation: { ...missedObservation, message }, startedAt: NOON, completedAt: NOON }),
	});
	interrupted = await startService("sqlite", { database: { ...lost, dialect } });
	const own = await service.newTeam("documented");
	key = own.key;
	await addExamplePeople(service, own.team);
	stranger = await aMember(service, "owner");
	document = (await service.ask("GET", "/api/v1/openapi.json", { key: null })).json;
	documented = new Documented(document);
});
afterAll(async () => {
	for (const each of [service, limited, broken, interrupted, stopping, blind]) await each[Symbol.asyncDispose]();
});

/** Members whom the examples of bodies name. */
async function addExamplePeople(service: Service, team: Team): Promise<void> {
	for (const last of ["5", "6"]) {
		const { user } = await aMember(service, "viewer", team);
		const publicId = `usr_01jgezt6z8e7kb3mq4f2ys0nd${last}`;
		await service.database.db.updateTable("users").set({ public_id: publicId }).where("id", "=", user.id).execute();
	}
}

function expectDocumented(route: { method: string; path: string }, answer: Answer): void {
	expect(documented.problemOf(route, answer)).toBeNull();
}

/** What refusals in the style of codes said, numbers aside. */
const said = new Set<string>();
const wordsOf = ({ message, details }: RefusalExample) =>
	JSON.stringify([message, details ?? []]).replaceAll(/\d+/g, "0");

const labelOf = (answer: Answer) => answer.json.type ?? answer.json.error?.code;

describe.each(documentedRoutes(ROUTES))("$method $path", (route) => {
	const { method, path, endpoint } = route;
	const { spec } = endpoint;
	const style = spec.errorStyle ?? "code";
	/** Codes of which a real answer was seen. */
	const seen = new Set<string>();
	const word = (code: keyof typeof REFUSALS) => (style === "code" ? code : REFUSALS[code].type);
	const bytes = spec.bodyTypes ? { rawBody: new Uint8Array(png(8, 8)) } : {};
	const good = spec.body ? { body: spec.bodyExample } : bytes;

	test("answers as its successful response is documented", async () => {
		const answer = await service.ask(method, await realPath(service, path, key), { key, ...good });
		expect(answer.status, answer.text).toBe(spec.success.status);
		if (answer.status !== 204) expectDocumented(route, answer);
		else expect([answer.text, answer.headers.get("content-type")]).toEqual(["", null]);
	});

	test("answers every documented refusal", async () => {
		const real = await realPath(service, path, key);
		const ask = async (answer: Promise<Answer>) => {
			const refused = await answer;
			expectDocumented(route, refused);
			seen.add(labelOf(refused));
			if (style === "code") said.add(wordsOf(refused.json.error));
		};
		await ask(service.ask(method, real, { key: null }));
		await ask(service.ask(method, real, { key: await service.keyWith([]) }));
		const headers = {
			cookie: `lapwing_session=${stranger.cookies.get("lapwing_session")}`,
			origin: "http://localhost",
		};
		await ask(service.ask(method, real, { key: null, headers }));
		await ask(service.ask(method, real, { key: null, headers: { ...headers, "lapwing-team": "documented" } }));
		if (spec.resource) await ask(service.ask(method, filled(path, "nothing"), { key }));
		if (spec.body || spec.bodyTypes) await ask(service.ask(method, real, { key, rawBody: "{" }));
		if (spec.body) await ask(service.ask(method, real, { key, body: [] }));
		if (spec.body) {
			const headers = { "content-type": "text/plain" };
			await ask(service.ask(method, real, { key, rawBody: "{}", headers }));
		}
		const withQuery = (url: string, query: string) => `${url}${url.includes("?") ? "&" : "?"}${query}`;
		await ask(service.ask(method, withQuery(await realPath(service, path, key), "noSuchParameter=1"), { key }));
		for (const name of Object.keys(spec.query?.shape ?? {})) {
			// A search accepts any text that is not too long.
			for (const value of ["!", "!".repeat(201)]) {
				const answer = await service.ask(method, withQuery(real, `${name}=${value}`), { key });
				if (answer.status >= 400) await ask(Promise.resolve(answer));
			}
		}
		const aPage = "status_page_id=sp_01jgezt6z8e7kb3mq4f2ys0nd5";
		if (spec.query?.shape["status_page_id"]) await ask(service.ask(method, `${real}?${aPage}`, { key }));
		if (spec.refusesWith?.includes("LAST_OWNER")) {
			const other = await service.newTeam(`last-${method.toLowerCase()}`);
			await aMember(service, "owner", other.team);
			const { json } = await service.ask("GET", "/api/v1/members", { key: other.key });
			await ask(service.ask(method, filled(path, json.data.members[0].id), { key: other.key, ...good }));
		}
		if (spec.refusesWith?.includes("IN_USE")) {
			await service.newMonitor({ locations: ["frankfurt"] }, key);
			await ask(service.ask(method, real, { key }));
		}
		if (spec.refusesWith?.includes("NOT_CHECKED")) {
			const { id } = await service.newMonitor({ enabled: false }, key);
			await ask(service.ask(method, filled(path, id), { key, ...good }));
		}
		if (spec.refusesWith?.includes("PRECONDITION_FAILED")) {
			await ask(service.ask(method, real, { key, ...good, headers: { "if-match": '"another"' } }));
		}
		if (spec.refusesWith?.includes("NOT_PROBED")) await ask(blind.ask(method, real));
		if (spec.refusesWith?.includes("SHUTTING_DOWN")) await ask(stopping.ask(method, real));
		const once = await limited.keyWith([]);
		await limited.ask(method, filled(path, "nothing"), { key: once });
		await ask(limited.ask(method, filled(path, "nothing"), { key: once }));
		await ask(broken.ask(method, filled(path, "nothing")));
		await ask(interrupted.ask(method, filled(path, "nothing")));
		expect([...seen].sort()).toEqual(endpointRefusals(spec).map(word).sort());
	});

	test("documents the scope it needs", () => {
		const operation = document.paths[path.replaceAll(/:(\w+)/g, "{$1}")][method.toLowerCase()];
		expect(operation.security).toEqual([{ apiKey: [] }, { session: [] }]);
		expect(operation["x-required-scope"]).toBe(route.scope);
		expect(operation.operationId).toBe(spec.operationId);
	});

	test("has examples that match its schemas", () => {
		const operation = document.paths[path.replaceAll(/:(\w+)/g, "{$1}")][method.toLowerCase()];
		const media = [
			operation.requestBody,
			...Object.values(operation.responses).map((each) => documented.resolved(each)),
		].flatMap((each: Json) => Object.values(each?.content ?? {}));
		for (const { schema, example, examples } of media as Json[]) {
			const values = [
				...(example === undefined ? [] : [example]),
				...Object.values(examples ?? {}).map((each: Json) => each.value),
			];
			const validate = documented.ajv.compile({ ...schema, components: document.components });
			for (const value of values) expect(validate(value), JSON.stringify([value, validate.errors])).toBe(true);
		}
	});
});

test("the examples of errors are what the routes really say", async () => {
	const body = { name: "Shop", url: "https://shop.example/", interval: 60 };
	said.add(wordsOf((await service.ask("POST", "/api/v1/monitors", { key, body })).json.error));
	// Routes of people and those below the routes have tests of their own.
	const elsewhere =
		/^(CROSS_ORIGIN|METHOD_NOT_ALLOWED|LAST_WAY_IN|TOO_MANY_CONNECTIONS|SIGN_IN_AGAIN|PASSWORDS_OFF|INSECURE_CONNECTION)$/;
	const examples = Object.entries(REFUSAL_EXAMPLES).filter(([code]) => !elsewhere.test(code));
	for (const example of [...examples.map(([, each]) => each), CURSOR_EXAMPLE, BODY_EXAMPLE]) {
		expect([...said]).toContain(wordsOf(example));
	}
});

test("an alert whose monitors were deleted still matches the document", async () => {
	const { id } = await service.newMonitor({}, key);
	const body = { name: "One", monitorIds: [id], channel: { type: "ntfy", topic: "one" } };
	const made = await service.ask("POST", "/api/v1/alerts", { key, body });
	await service.ask("DELETE", `/api/v1/monitors/${id}`, { key });
	const answer = await service.ask("GET", `/api/v1/alerts/${made.json.data.id}`, { key });
	expect(answer.json.data.monitorIds).toEqual([]);
	expectDocumented({ method: "GET", path: "/api/v1/alerts/:id" }, answer);
});

test("a key without a scope that this version has matches the document, and a change names both of its values", async () => {
	await createKey(service.database, { teamId: service.team.id, name: "Of a newer version", scopes: [] }, NOON + 1);
	const answer = await service.ask("GET", "/api/v1/keys?perPage=1");
	expect(answer.json.data.keys).toMatchObject([{ name: "Of a newer version", scopes: [] }]);
	expectDocumented({ method: "GET", path: "/api/v1/keys" }, answer);
	const { changes } = document.components.schemas.AuditEvent.properties;
	expect(changes.items.required).toEqual(["field", "before", "after"]);
});

test("operation ids are unique", () => {
	const names = documentedRoutes(ROUTES).map(({ endpoint }) => endpoint.spec.operationId);
	expect(new Set(names).size).toBe(names.length);
});

test("a shared schema of answers is never null itself; what may be null says so where it stands", () => {
	const schemas = Object.entries(document.components.schemas as Record<string, Json>);
	const nullable = schemas.filter(([, { type }]) => Array.isArray(type) && type.includes("null"));
	// Of requests too, where the errors of a union would not name the member that is wrong.
	expect(nullable.map(([name]) => name)).toEqual(["Recurrence"]);
});

test("the document is OpenAPI 3.1 and has the origin of the request, or that of PUBLIC_URL", async () => {
	expect([document.openapi, document.servers]).toEqual(["3.1.0", [{ url: "http://localhost" }]]);
	await using known = await startService("sqlite", { publicUrl: "https://status.example/lapwing" });
	const { json } = await known.ask("GET", "/api/v1/openapi.json");
	expect(json.servers).toEqual([{ url: "https://status.example" }]);
});
