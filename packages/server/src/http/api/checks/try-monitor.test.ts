import pino from "pino";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { ThreadedTrialChecks, type TrialChecks } from "../../../compose/trial-checks.ts";
import type { Attempts } from "../../../dispatch/interface.ts";
import { InProcessDispatcher } from "../../../dispatch/threads/dispatcher.ts";
import type { Trial } from "../../../domain/checks/trial.ts";
import { createAuthority } from "../../../probe/targets/certificates.ts";
import { startHttpTarget, startTlsTarget } from "../../../probe/targets/http-target.ts";
import { type Target, unusedPort } from "../../../probe/targets/listening.ts";
import { aLocation, upObservation } from "../../../storage/testing/fixtures.ts";
import { type Service, startService } from "../../testing/service.ts";

const PATH = "/api/v1/monitors/try";

let target: Target;
let trials: TrialChecks;
let service: Service;

function startTrials(allowPrivateTargets: boolean): TrialChecks {
	const prober = { allowPrivateTargets, resolvers: null, userAgent: "Lapwing/test" };
	return new ThreadedTrialChecks({ prober, log: pino({ level: "silent" }), now: Date.now });
}

beforeAll(async () => {
	target = await startHttpTarget((request, response) => {
		if (request.url === "/hangs") return;
		response.writeHead(request.url === "/broken" ? 503 : 200).end("Welcome home");
	});
	trials = startTrials(true);
});
beforeEach(async () => {
	service = await startService("sqlite", { tryCheck: (trial) => trials.run(trial) });
	return () => service[Symbol.asyncDispose]();
});
afterAll(async () => {
	await trials.close();
	await target.close();
});

async function tried(body: object) {
	const { status, json, text } = await service.ask("POST", PATH, { body: { name: "Website", ...body } });
	expect(status, text).toBe(200);
	return json.data;
}

test("a target that answers as expected is up, with each phase that took place and the address", async () => {
	expect(await tried({ url: target.url })).toEqual({
		verdict: "up",
		reason: null,
		phase: null,
		message: null,
		responseStatus: 200,
		responseTimeMs: expect.any(Number),
		phases: {
			dns: null,
			connect: expect.any(Number),
			tls: null,
			first_byte: expect.any(Number),
			transfer: expect.any(Number),
		},
		address: "127.0.0.1",
		location: null,
		certificate: null,
		steps: null,
		attempts: 1,
	});
});

test("a target with another response is down, with the reason", async () => {
	expect(await tried({ url: `${target.url}broken` })).toMatchObject({
		verdict: "down",
		reason: "status",
		message: expect.stringContaining("503"),
		responseStatus: 503,
	});
	expect(await tried({ url: `http://127.0.0.1:${await unusedPort()}/` })).toMatchObject({
		verdict: "down",
		reason: "refused",
		phase: "connect",
		responseStatus: null,
		responseTimeMs: null,
	});
	expect(await tried({ url: `${target.url}hangs`, timeoutSeconds: 1 })).toMatchObject({
		verdict: "down",
		reason: "timeout",
		phase: "first_byte",
	});
});

test("content checks are part of the body", async () => {
	const contentChecks = (value: string) => [{ type: "contains", value }];
	expect(await tried({ url: target.url, contentChecks: contentChecks("welcome") })).toMatchObject({ verdict: "up" });
	expect(await tried({ url: target.url, contentChecks: contentChecks("farewell") })).toMatchObject({
		verdict: "down",
		reason: "content",
		message: 'Content check 1 is not met: The body does not contain "farewell"; it begins with "Welcome home".',
	});
});

test("a certificate is shown, trusted or not", async () => {
	const authority = await createAuthority();
	await using secure = await startTlsTarget({ certificate: await authority.issue() });
	expect(await tried({ url: secure.url })).toMatchObject({
		verdict: "down",
		reason: "tls_incomplete_chain",
		certificate: { expiresAt: expect.any(String), issuer: "Lapwing Tests", fingerprint: expect.any(String) },
	});
});

test("a tcp monitor can be tried, without content checks", async () => {
	const tcp = { type: "tcp", host: "127.0.0.1", port: target.port };
	expect(await tried(tcp)).toMatchObject({ verdict: "up", responseStatus: null, address: "127.0.0.1" });
	const body = { name: "Port", ...tcp, contentChecks: [] };
	expect((await service.ask("POST", PATH, { body })).json.error.code).toBe("VALIDATION_ERROR");
});

test("nothing is saved, and no check is scheduled", async () => {
	await tried({ url: target.url });
	const { json } = await service.ask("GET", "/api/v1/monitors");
	expect(json.data.monitors).toEqual([]);
});

test("addresses that checks never connect to are refused as forbidden", async () => {
	expect(await tried({ url: "http://169.254.169.254/latest/meta-data/" })).toMatchObject({
		verdict: "down",
		reason: "target_forbidden",
	});
	const strict = startTrials(false);
	await using denying = await startService("sqlite", { tryCheck: (trial) => strict.run(trial) });
	const { json } = await denying.ask("POST", PATH, { body: { name: "Internal", url: target.url } });
	await strict.close();
	expect(json.data).toMatchObject({ verdict: "down", reason: "target_forbidden" });
});

test("a pattern that can't be run is refused with its pointer into the body", async () => {
	const contentChecks = [
		{ type: "contains", value: "home" },
		{ type: "regex", value: "(" },
	];
	const { status, json } = await service.ask("POST", PATH, { body: { name: "W", url: target.url, contentChecks } });
	expect([status, json.error.details[0].path]).toEqual([400, "/contentChecks/1/value"]);
});

test("a team may try 20 checks a minute with all of its keys, without effect on other teams", async () => {
	let runs = 0;
	await using counting = await startService("sqlite", {
		tryCheck: (trial) => {
			runs += 1;
			return trials.run(trial);
		},
	});
	const body = { name: "Website", url: target.url };
	const second = await counting.keyWith(["monitors:write"]);
	for (let count = 0; count < 20; count++) {
		const { status } = await counting.ask("POST", PATH, { body, key: count % 2 === 0 ? counting.key : second });
		expect(status).toBe(200);
	}
	const refused = await counting.ask("POST", PATH, { body, key: second });
	expect([refused.status, refused.json.error.code, refused.headers.get("retry-after")]).toEqual([
		429,
		"TOO_MANY_REQUESTS",
		"60",
	]);
	expect(runs).toBe(20);
	const { key } = await counting.newTeam("other");
	expect((await counting.ask("POST", PATH, { body, key })).status).toBe(200);
	counting.clock.now += 60_000;
	expect((await counting.ask("POST", PATH, { body })).status).toBe(200);
});

test("a check that runs when the service stops is answered as missed", async () => {
	const ending = startTrials(true);
	await using stopping = await startService("sqlite", { tryCheck: (trial) => ending.run(trial) });
	const body = { name: "Website", url: `${target.url}hangs`, timeoutSeconds: 60 };
	const connected = target.connections;
	const answer = stopping.ask("POST", PATH, { body });
	await expect.poll(() => target.connections, { timeout: 10_000 }).toBe(connected + 1);
	await ending.close();
	expect((await answer).json.data).toMatchObject({ verdict: "missed", reason: "prober_lost" });
	expect((await stopping.ask("POST", PATH, { body })).json.data).toMatchObject({ verdict: "missed" });
});

test("a flow shows each of its steps and what they saved, with secrets masked", async () => {
	const settings = {
		type: "flow",
		steps: [
			{ name: "Greeting", url: target.url, save: [{ name: "word", from: "regex", value: "^[A-Z][a-z]+" }] },
			{ name: "Broken", url: `${target.url}broken?{{word}}{{secret}}` },
			{ name: "Never", url: target.url },
		],
		variables: [{ name: "secret", value: "Welcome", secret: true }],
	};
	const data = await tried(settings);
	expect(data).toMatchObject({
		verdict: "up",
		steps: [
			{ name: "Greeting", responseStatus: 200, phases: { tls: null }, saved: [{ name: "word", value: "••••" }] },
			{ name: "Broken", responseStatus: 200, saved: [] },
			{ name: "Never", responseStatus: 200, saved: [] },
		],
	});
	const [greeting, , last] = settings.steps;
	const failing = await tried({ ...settings, steps: [greeting, { name: "Broken", url: `${target.url}broken` }, last] });
	expect(failing).toMatchObject({
		verdict: "down",
		reason: "status",
		message: "Step 2, Broken: The response had status 503; 2xx was expected.",
		responseStatus: null,
		steps: [{ name: "Greeting" }, { name: "Broken", responseStatus: 503 }],
	});
});

const SECRET = "the-key-4711";
const withKey = (value: string | null) => ({ headers: [{ name: "X-Key", value, secret: true }] });

/** A service that keeps what it is to try, with a monitor that has a secret. */
async function withStored() {
	const tries: Trial[] = [];
	const service = await startService("sqlite", {
		tryCheck: async (trial) => {
			tries.push(trial);
			return { observation: upObservation, startedAt: 0, completedAt: 0 };
		},
	});
	const { id } = await service.newMonitor({ url: "https://api.example.com/a", request: withKey(SECRET) });
	const attempt = (body: object) =>
		service.ask("POST", PATH, { body: { name: "API", url: "https://api.example.com/b", ...body } });
	return { service, tries, id, attempt };
}

test("a change of a monitor is tried with its stored secrets, which no answer repeats", async () => {
	const { service, tries, id, attempt } = await withStored();
	await using _ = service;
	const { status, text } = await attempt({ monitorId: id, request: withKey(null) });
	expect([status, text.includes(SECRET)]).toEqual([200, false]);
	expect(tries[0]?.settings).toMatchObject({ url: "https://api.example.com/b", request: withKey(SECRET) });
	await attempt({ monitorId: id, request: withKey("a new one") });
	expect(tries[1]?.settings).toMatchObject({ request: withKey("a new one") });
});

test("stored secrets go to no other server, team or type of monitor", async () => {
	const { service, tries, id, attempt } = await withStored();
	await using _ = service;
	const refusedAt = async (body: object) => {
		const { status, json } = await attempt({ request: withKey(null), ...body });
		return [status, json.error.details[0].path];
	};
	const value = [400, "/request/headers/0/value"];
	expect(await refusedAt({})).toEqual(value);
	expect(await refusedAt({ monitorId: id, url: "https://elsewhere.example/" })).toEqual(value);
	const { key } = await service.newTeam("other");
	const foreign = (await service.newMonitor({ request: withKey("theirs") }, key)).id;
	expect(await refusedAt({ monitorId: foreign })).toEqual([400, "/monitorId"]);
	const job = await service.newMonitor({ type: "cron", url: undefined, schedule: "0 2 * * *" });
	expect(await refusedAt({ monitorId: job.id })).toEqual([400, "/monitorId"]);
	expect(tries).toEqual([]);
});

test("a chosen location is asked, says so, and is refused while it has no prober", async () => {
	const agents: (string | undefined)[] = [];
	await using asked = await startHttpTarget((request, response) => {
		agents.push(request.headers["user-agent"]);
		response.end();
	});
	const away = new InProcessDispatcher({
		threads: 1,
		concurrency: 2,
		prober: { allowPrivateTargets: true, resolvers: null, userAgent: "Lapwing/frankfurt" },
		receiver: { receive: ({ acknowledge }) => acknowledge() },
		onThreadLost: () => {},
		onProberFault: () => {},
		now: Date.now,
	});
	const elsewhere: Attempts = {
		attempt: (order, locationId, options) =>
			locationId === there ? away.attempt(order, options) : Promise.resolve(null),
		locationsWithProber: () => new Set([there]),
		absenceAt: (locationId) => (locationId === empty ? "no_prober" : null),
	};
	const prober = { allowPrivateTargets: true, resolvers: null, userAgent: "Lapwing/here" };
	const located = new ThreadedTrialChecks({
		prober,
		log: pino({ level: "silent" }),
		elsewhere: () => elsewhere,
		now: Date.now,
	});
	await using other = await startService("sqlite", { tryCheck: (trial, at) => located.run(trial, at) });
	const [there, empty] = [await aLocation(other.database, "frankfurt"), await aLocation(other.database, "moon")];
	const tryAt = async (body: object) => {
		const { status, json } = await other.ask("POST", PATH, { body: { name: "m", url: asked.url, ...body } });
		return status === 200 ? [json.data.verdict, json.data.location] : [status, json.error.details];
	};
	expect(await tryAt({})).toEqual(["up", null]);
	expect(await tryAt({ location: "frankfurt" })).toEqual(["up", "frankfurt"]);
	expect(await tryAt({ locations: ["frankfurt", "moon"] })).toEqual(["up", "frankfurt"]);
	expect(agents).toEqual(["Lapwing/here", "Lapwing/frankfurt", "Lapwing/frankfurt"]);
	const message = "moon can't be asked: The location has no prober.";
	expect(await tryAt({ location: "moon" })).toEqual([400, [{ path: "/location", message }]]);
	expect(await tryAt({ locations: ["moon"] })).toEqual([400, [{ path: "/locations/0", message }]]);
	const unknown = "There is no such location. There are: frankfurt, moon.";
	expect(await tryAt({ location: "sun" })).toEqual([400, [{ path: "/location", message: unknown }]]);
	expect(agents).toHaveLength(3);
	await located.close();
	await away.close();
});
