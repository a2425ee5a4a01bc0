import fc from "fast-check";
import { expect, test } from "vitest";
import { onEachEngine } from "../../storage/testing/engines.ts";
import { ROUTES } from "../app.ts";
import { realPath } from "../testing/paths.ts";
import { startService } from "../testing/service.ts";

/** PostgreSQL has a process of its own to be asked, so it gets fewer: what it adds is what its types refuse. */
const REQUESTS = { sqlite: 10_000, postgresql: 2_000 };

const hostileText = fc.constantFrom(
	"",
	"0",
	"-1",
	"null",
	"undefined",
	"true",
	"1e999",
	"\0",
	"%00",
	"%",
	"%zz",
	"..%2f..",
	"'",
	'"',
	"\\",
	"{{x}}",
	"🦆",
	"\ud800",
	"__proto__",
	"constructor",
	"9".repeat(400),
	"a".repeat(3000),
	"2025-02-30",
	"mon_",
	"mon_01jgezt6z8e7kb3mq4f2ys0nd5",
	"; drop table teams",
	"\r\nX: y",
);
const text = fc.oneof(hostileText, fc.string({ unit: "binary", maxLength: 30 }), fc.string({ maxLength: 30 }));
const members = [
	"name",
	"url",
	"method",
	"expectedStatus",
	"intervalSeconds",
	"degradedAfterMs",
	"timeoutSeconds",
	"locationHint",
	"enabled",
	"sslMonitoringEnabled",
	"sslExpiryWarningDays",
	"type",
	"value",
	"caseSensitive",
	"__proto__",
];
const parameters = ["perPage", "cursor", "from", "to", "monitor_type", "status_page_id", "x"];
const value = fc.oneof(
	text,
	fc.integer(),
	fc.double(),
	fc.boolean(),
	fc.constant(null),
	fc.constant([]),
	fc.constant({}),
);
const body = fc.oneof(
	fc.dictionary(fc.constantFrom(...members), value, { maxKeys: 6 }).map((each) => JSON.stringify(each)),
	// Valid except for one member, so that the code behind the validation is reached too.
	fc
		.record({ member: fc.constantFrom(...members), value })
		.map(({ member, value }) =>
			JSON.stringify({ name: "a", url: "https://example.com", type: "regex", value: "a", [member]: value }),
		),
	fc.json(),
	text,
);

onEachEngine("bad requests", (name) => {
	test(`get no 5xx: ${REQUESTS[name]} of them`, { timeout: 120_000 }, async () => {
		await using service = await startService(name);
		const paths: string[] = [];
		for (const [, path, scope] of ROUTES) {
			paths.push(path);
			// Routes of an account need a session, which this test does not have.
			if (scope !== "account") paths.push(await realPath(service, path, service.key));
		}
		const request = fc.record({
			method: fc.constantFrom("GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS"),
			path: fc.oneof(
				{ weight: 8, arbitrary: fc.constantFrom(...paths) },
				{ weight: 1, arbitrary: text.map((each) => `/${each}`) },
			),
			id: fc.option(text, { nil: undefined }),
			query: fc.array(fc.tuple(fc.constantFrom(...parameters), text), { maxLength: 3 }),
			key: fc.oneof(
				{ weight: 9, arbitrary: fc.constant("good") },
				{ weight: 1, arbitrary: fc.stringMatching(/^[!-~]{1,60}$/) },
			),
			body,
		});
		const bad = new Map<string, number>();
		const statuses = new Map<number, number>();
		for (const { method, path, id, query, key, body } of fc.sample(request, REQUESTS[name])) {
			const filledPath = id === undefined ? path : path.replaceAll(/:\w+/g, () => encodeAnything(id));
			const search = query.map(([parameter, given]) => `${parameter}=${encodeAnything(given)}`).join("&");
			const rawBody = method === "GET" || method === "HEAD" ? {} : { rawBody: body };
			const { status } = await service.ask(method, `${filledPath.replaceAll(/[^!-~]/gu, "")}?${search}`, {
				key: key === "good" ? service.key : key,
				...rawBody,
			});
			statuses.set(status, (statuses.get(status) ?? 0) + 1);
			if (status >= 500) bad.set(`${method} ${path}`, status);
		}
		expect([...bad]).toEqual([]);
		// Every route was tried. A random body that creates something is rare.
		for (const status of [200, 400, 401, 404, 405]) expect([status, statuses.has(status)]).toEqual([status, true]);
	});
});

/** Like encodeURIComponent, but leaves half of the unusual characters as they are, as careless clients do. */
function encodeAnything(raw: string): string {
	return raw.length % 2 === 0 ? raw.replaceAll(/[^!-~]|[#&?]/gu, "") : encodeURIComponent(raw.toWellFormed());
}
