/**
 * Any request gets an answer that the OpenAPI document describes: valid, nearly valid and senseless ones, for every
 * operation, with every kind of caller.
 */

import fc from "fast-check";
import { expect, test } from "vitest";
import type { Team } from "../domain/access/team.ts";
import { type EngineName, onEachEngine } from "../storage/testing/engines.ts";
import { downObservation, upObservation } from "../storage/testing/fixtures.ts";
import { fuzz, timeoutOf } from "../testing/fuzz.ts";
import { ROUTES } from "./app.ts";
import { REFUSALS } from "./kernel/refusal.ts";
import { Documented, type Json } from "./testing/documented.ts";
import { aValueOf } from "./testing/json-schema-arbitrary.ts";
import { anyText, nearly } from "./testing/nearly-valid.ts";
import { filled, hasIds, realPath } from "./testing/paths.ts";
import { aMember, type SignedIn } from "./testing/people.ts";
import { type Answer, type Service, startService } from "./testing/service.ts";

/** PostgreSQL has a process of its own to be asked: what it adds is what its types refuse. */
const BOXES: Record<EngineName, { seconds: number; shrinks: false }> = {
	sqlite: { seconds: 4, shrinks: false },
	postgresql: { seconds: 2, shrinks: false },
};

type Caller = "key" | "session" | "nobody" | "another key";

interface Request {
	readonly method: string;
	/** With `:id`, in the router's syntax; of an operation, or any. */
	readonly path: string;
	/** What stands in place of the ids; null: resources that are there. */
	readonly id: string | null;
	readonly query: readonly (readonly [name: string, value: string])[];
	readonly body: string | null;
	readonly caller: Caller;
}

const caller: fc.Arbitrary<Caller> = fc.oneof(
	{ weight: 12, arbitrary: fc.constant("key") },
	{ weight: 6, arbitrary: fc.constant("session") },
	{ weight: 1, arbitrary: fc.constant("nobody") },
	{ weight: 1, arbitrary: fc.constant("another key") },
);
const id = fc.option(anyText, { freq: 5 }).map((each) => each ?? null);
const idOrReal = fc.oneof({ weight: 5, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: id });

/** Requests for one operation of the document. */
function requestFor(documented: Documented, method: string, path: string): fc.Arbitrary<Request> {
	const { document } = documented;
	const operation: Json = document.paths[path.replaceAll(/:(\w+)/g, "{$1}")][method.toLowerCase()];
	const { schemas } = document.components;
	const parameters: Json[] = (operation.parameters ?? [])
		.map((each: Json) => (each.$ref ? document.components.parameters[each.$ref.split("/").at(-1)] : each))
		.filter((each: Json) => each.in === "query");
	const known = parameters.map((parameter) =>
		fc.tuple(
			fc.constant<string>(parameter.name),
			fc.oneof(
				{ weight: 4, arbitrary: aValueOf(parameter.schema, schemas).map(String) },
				{ weight: 1, arbitrary: anyText },
			),
		),
	);
	const content: Json = operation.requestBody?.content["application/json"];
	const valid: fc.Arbitrary<unknown>[] =
		content === undefined ? [] : [aValueOf(content.schema, schemas), ...examplesOf(content)];
	return fc.record({
		method: fc.constant(method),
		path: fc.constant(path),
		id: idOrReal,
		query: fc.oneof(
			{ weight: 8, arbitrary: known.length === 0 ? fc.constant([]) : fc.array(fc.oneof(...known), { maxLength: 3 }) },
			{ weight: 1, arbitrary: fc.array(fc.tuple(anyText, anyText), { maxLength: 2 }) },
		),
		body:
			content === undefined
				? fc.constant(null)
				: fc.oneof(
						{ weight: 10, arbitrary: nearly(fc.oneof(...valid)) },
						{ weight: 1, arbitrary: fc.json() },
						{ weight: 1, arbitrary: anyText },
					),
		caller: /\/(account|session)/.test(path)
			? fc.oneof({ weight: 8, arbitrary: fc.constant("session" as const) }, { weight: 1, arbitrary: caller })
			: caller,
	});
}

function examplesOf(content: Json): fc.Arbitrary<unknown>[] {
	const named = Object.values<Json>(content.examples ?? {}).map(({ value }) => value);
	const all = [...(content.example === undefined ? [] : [content.example]), ...named];
	return all.length === 0 ? [] : [fc.constantFrom(...all)];
}

/** Requests for no operation: other methods, and paths that nothing is at. */
function anyRequest(paths: readonly string[]): fc.Arbitrary<Request> {
	return fc.record({
		method: fc.constantFrom("GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS", "PROPFIND"),
		path: fc.oneof(
			{ weight: 3, arbitrary: fc.constantFrom(...paths) },
			{ weight: 1, arbitrary: anyText.map((each) => `/${each.replaceAll(/[^!-~]/gu, "")}`) },
		),
		id: anyText,
		query: fc.array(fc.tuple(anyText, anyText), { maxLength: 2 }),
		body: fc.oneof(anyText, fc.json()),
		caller,
	});
}

/** A team can have only so many resources of a kind, so another team takes over after so many requests. */
const REQUESTS_OF_A_TEAM = 500;

/** Sends requests, and keeps a team, its resources and a session for them. */
class Callers {
	readonly #service: Service;
	readonly #paths = new Map<string, string>();
	#team: { readonly team: Team; readonly key: string };
	#member: SignedIn | null = null;
	#sent = 0;

	constructor(service: Service) {
		this.#service = service;
		this.#team = service;
	}

	async send({ method, path, id, query, body, caller }: Request): Promise<Answer> {
		this.#sent += 1;
		if (this.#sent % REQUESTS_OF_A_TEAM === 0) await this.#change();
		const real = id === null ? await this.#real(path) : filled(path, encodeURIComponent(id.toWellFormed()));
		const search = query.map(([name, value]) => `${encoded(name)}=${encoded(value)}`).join("&");
		const url = search === "" ? real : `${real}?${search}`;
		const sent = method === "GET" || method === "HEAD" || body === null ? {} : { rawBody: body };
		// Time passes, so that limits by the minute are not all that is met.
		this.#service.clock.now += 500;
		const answer = await this.#ask(caller, method, url, sent);
		// Made anew when it is asked for again.
		if (method === "DELETE" || answer.status === 404) this.#paths.delete(path);
		return answer;
	}

	async #change(): Promise<void> {
		this.#team = await this.#service.newTeam(`team-${this.#sent}`);
		this.#paths.clear();
		this.#member = null;
	}

	async #ask(caller: Caller, method: string, url: string, sent: { rawBody?: string }): Promise<Answer> {
		const json = sent.rawBody === undefined ? {} : { headers: { "content-type": "application/json" } };
		switch (caller) {
			case "key":
				return this.#service.ask(method, url, { key: this.#team.key, ...sent });
			case "nobody":
				return this.#service.ask(method, url, { key: null, ...sent });
			case "another key":
				return this.#service.ask(method, url, { key: "lw_unknown", ...sent });
			case "session": {
				this.#member ??= await aMember(this.#service, "owner", this.#team.team);
				const answer = await this.#member.ask(method, url, { ...sent, ...json });
				// It was ended, or its owner has left the team or renamed it.
				if ([401, 404].includes(answer.status)) this.#member = null;
				return answer;
			}
		}
	}

	async #real(path: string): Promise<string> {
		if (!hasIds(path)) return path;
		const known = this.#paths.get(path);
		if (known !== undefined) return known;
		const made = path.startsWith("/api/v1/account/")
			? filled(path, "pk_01jgezt6z8e7kb3mq4f2ys0nd5")
			: await realPath(this.#service, path, this.#team.key);
		this.#paths.set(path, made);
		return made;
	}
}

/** Leaves half of the texts as they are but for what ends a parameter, as careless clients do. */
function encoded(text: string): string {
	return text.length % 2 === 0 ? text.replaceAll(/[^!-~]|[#&?]/gu, "") : encodeURIComponent(text.toWellFormed());
}

/** A path segment that a URL's parser removes. */
const NO_SEGMENT = /^\.{0,2}$/;

onEachEngine("any request", (name) => {
	const box = BOXES[name];
	test("gets an answer as it is documented, and never an internal error", { timeout: timeoutOf(box) }, async () => {
		await using service = await startService(name, {
			// What a check saw has to be of its type; a failure is of every type.
			tryCheck: async ({ settings }) => ({
				observation: settings.type === "http" ? upObservation : downObservation,
				startedAt: service.clock.now,
				completedAt: service.clock.now,
			}),
		});
		const documented = new Documented((await service.ask("GET", "/api/v1/openapi.json", { key: null })).json);
		const operations = ROUTES.filter(([method, path]) => {
			// This process serves no pages.
			if (path === "/docs") return false;
			return documented.document.paths[path.replaceAll(/:(\w+)/g, "{$1}")]?.[method.toLowerCase()] !== undefined;
		});
		const callers = new Callers(service);
		const statuses = new Set<number>();
		const ofOperation = fc.oneof(...operations.map(([method, path]) => requestFor(documented, method, path)));
		const other = anyRequest(operations.map(([, path]) => path));

		const property = fc.asyncProperty(
			fc.oneof(
				{ weight: 9, arbitrary: fc.tuple(fc.constant(true), ofOperation) },
				{ weight: 1, arbitrary: fc.tuple(fc.constant(false), other) },
			),
			async ([isOperation, request]) => {
				const answer = await callers.send(request);
				statuses.add(answer.status);
				const isDocumented = isOperation && (request.id === null || !NO_SEGMENT.test(request.id));
				expect(isDocumented ? documented.problemOf(request, answer) : problemOf(request, answer)).toBeNull();
				expect(answer.status).not.toBe(500);
			},
		);
		await fuzz(property, box);
		for (const status of [200, 400]) expect([status, statuses.has(status)]).toEqual([status, true]);
	});
});

/** Why the answer to a request for no operation is not a refusal in one of the two forms; null when it is. */
function problemOf({ method }: Request, { status, json, text }: Answer): string | null {
	if (status < 400) return null;
	if (status >= 500) return `${status}: ${text}`;
	if (method === "HEAD") return text === "" ? null : "HEAD has a body";
	const isEnvelope = Object.hasOwn(REFUSALS, json?.error?.code) && typeof json.meta?.requestId === "string";
	return isEnvelope || (typeof json?.type === "string" && json.status === status) ? null : `${status}: ${text}`;
}
