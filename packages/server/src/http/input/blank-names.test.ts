import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { personName } from "../../domain/access/user.ts";
import { documentedRoutes, ROUTES } from "../app.ts";
import { realPath } from "../testing/paths.ts";
import { type Service, startService } from "../testing/service.ts";
import { membersAt } from "./unknown-members.ts";

const BLANK = ["   ", "\t\n", "\u00a0", "\u200b", "\u2800\u3164", "\u202e"];

let service: Service;
beforeAll(async () => {
	service = await startService("sqlite");
});
afterAll(() => service[Symbol.asyncDispose]());

const named = documentedRoutes(ROUTES).filter(({ endpoint: { spec } }) => {
	return spec.body !== undefined && membersAt(spec.body, spec.bodyExample, []).includes("name");
});

test("names are taken for monitors, alerts, windows, status pages, schedules, probers, keys and the team", () => {
	expect(named.map(({ method, path }) => `${method} ${path.replace("/api/v1/", "")}`)).toEqual([
		"POST monitors",
		"POST monitors/try",
		"PUT monitors/:id",
		"POST alerts",
		"POST alerts/test",
		"POST alerts/preview",
		"PUT alerts/:id",
		"POST maintenance-windows",
		"PUT maintenance-windows/:id",
		"POST status-pages",
		"POST status-pages/preview",
		"PUT status-pages/:id",
		"POST incident-templates",
		"PATCH incident-templates/:id",
		"POST schedules",
		"PUT schedules/:id",
		"POST probers",
		"POST keys",
		"PATCH team",
	]);
});

describe.each(named)("$method $path", ({ method, path, endpoint }) => {
	test("refuses a name in which nothing can be seen", async () => {
		const at = await realPath(service, path, service.key);
		const example = endpoint.spec.bodyExample as object;
		for (const name of BLANK) {
			const { status, json } = await service.ask(method, at, { body: { ...example, name } });
			expect([status, json.error?.details?.[0]]).toEqual([
				400,
				{ path: "/name", message: "Must have a character that can be seen: it is blank." },
			]);
		}
		for (const control of ["\0", "\n", "\t", "\x1b", "\x7f", "\x85", "\x9b"]) {
			const { status, json } = await service.ask(method, at, { body: { ...example, name: `a${control}[2Jb` } });
			expect([status, json.error?.details?.at(-1)]).toEqual([
				400,
				{ path: "/name", message: "Must not hold control characters, such as a line break or a tab." },
			]);
		}
		const visible = await service.ask(method, at, { body: { ...example, name: " \u200d👩‍🚒 " } });
		// The example of a schedule names people of another team.
		if (path === "/api/v1/schedules") expect(visible.json.error.details[0].path).toMatch(/^\/layers/);
		else expect(visible.status).toBeLessThan(300);
	});
});

test("refuses a blank name of a flow's step, at the step", async () => {
	const step = { url: "https://example.com/" };
	const body = {
		type: "flow",
		name: "Journey",
		intervalSeconds: 300,
		steps: [
			{ ...step, name: "One" },
			{ ...step, name: " " },
		],
	};
	for (const name of [" ", "Log\x1b[2Jin"]) {
		body.steps[1] = { ...step, name };
		const { status, json } = await service.ask("POST", "/api/v1/monitors", { body });
		expect([status, json.error.details[0].path]).toEqual([400, "/steps/1/name"]);
	}
});

test("refuses control characters in the title of an incident, and takes line breaks in an update", async () => {
	const incident = { title: "Orders\nfail" };
	const refused = await service.ask("POST", "/api/v1/incidents", { body: incident });
	expect([refused.status, refused.json.error.details[0].path]).toEqual([400, "/title"]);
	const updates = [{ status: "identified", body: "One\n\nTwo" }];
	const made = await service.ask("POST", "/api/v1/incidents", { body: { title: "Orders fail", updates } });
	expect(made.status).toBe(201);
});

test("refuses a blank name of a person or a passkey, and control characters in it", () => {
	for (const name of [...BLANK, "Ada\x1b[31m", "Ada\nEve"]) expect(personName.safeParse(name).success).toBe(false);
	expect(personName.safeParse("Ada").success).toBe(true);
});
