/** The domain of a status page, from its TXT record to https through Caddy with the Caddyfile of deploy/. */

import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { answer, startRecordServer } from "../../src/probe/targets/record-server.ts";
import { HAS_CADDY, LEFT_OUT, startCaddy } from "../testing/caddy.ts";
import { Lapwing, RUN_MAIN, until } from "../testing/lapwing.ts";

const DOMAIN = "status.example.com";

/** Runs `lapwing status-pages`. */
function operatorOf(lapwing: Lapwing) {
	const env = { ...process.env, DATABASE_URL: lapwing.databaseUrl };
	const options = { env, encoding: "utf8", timeout: 60_000 } as const;
	return (...args: string[]) => {
		const { status, stdout, stderr } = spawnSync(process.execPath, [...RUN_MAIN, "status-pages", ...args], options);
		return { status, text: stdout + stderr };
	};
}

test("a domain is proven by its record within seconds, and an operator can allow and withdraw one", async () => {
	let proof = "";
	await using names = await startRecordServer((asked) =>
		asked.name === `_lapwing.${DOMAIN}` && proof !== ""
			? answer(asked, [{ type: "TXT", name: asked.name, data: proof }])
			: answer(asked, [], { rcode: 3 }),
	);
	await using lapwing = await Lapwing.start({
		env: { PROBE_RESOLVERS: names.address, PUBLIC_URL: "https://lapwing.example" },
	});
	const made = await lapwing.ask("POST", "/api/v1/status-pages", {
		name: "Acme",
		slug: "acme",
		isPublished: true,
		domain: DOMAIN,
	});
	const { id, domainProof } = made.body.data;
	const proven = async () => (await lapwing.ask("GET", `/api/v1/status-pages/${id}`)).body.data.domainProof;
	await until(async () => ((await proven()).problem === "no_record" ? true : undefined), {
		withinMs: 30_000,
		what: "the first look",
	});
	const known = async () => (await fetch(`${lapwing.url}/internal/domains?name=${DOMAIN}`)).status;
	expect(await known()).toBe(404);
	proof = domainProof.value;
	expect((await lapwing.ask("POST", `/api/v1/status-pages/${id}/check-domain`)).status).toBe(202);
	await until(async () => ((await known()) === 200 ? true : undefined), { withinMs: 30_000, what: "the domain" });
	expect(await proven()).toMatchObject({ status: "proven", problem: null });

	const run = operatorOf(lapwing);
	await lapwing.ask("POST", "/api/v1/status-pages", {
		name: "B",
		slug: "b",
		isPublished: true,
		domain: "b.example.com",
	});
	expect(run("allow-domain", "--help").text).toContain("without a TXT record");
	expect(run("allow-domain", "b.example.com")).toMatchObject({ status: 0, text: expect.stringContaining("page b") });
	expect(run("allow-domain", DOMAIN, "--page", "b").status).toBe(2);
	expect(run("allow-domain", "10.0.0.1", "--page", "b").status).toBe(2);
	expect(run("withdraw-domain", DOMAIN)).toMatchObject({ status: 2, text: expect.stringContaining("No operator") });
	const listed = run("domains").text;
	expect(listed).toMatch(/^b\.example\.com +b +\S+ +allowed/m);
	expect(listed).toMatch(/^status\.example\.com +acme +\S+ +proven/m);
	const shows = async (name: string) => (await fetch(`${lapwing.url}/internal/domains?name=${name}`)).status;
	await until(async () => ((await shows("b.example.com")) === 200 ? true : undefined), { withinMs: 30_000, what: "b" });
	expect(run("withdraw-domain", "b.example.com").status).toBe(0);
	await until(async () => ((await shows("b.example.com")) === 404 ? true : undefined), { withinMs: 30_000, what: "b" });
	const both = run("allow-domain", "nobody.example.com");
	expect(both).toMatchObject({ status: 2, text: expect.stringContaining("No status page has the domain") });
});

test.skipIf(!HAS_CADDY)(
	`behind Caddy a proven domain is served over https, others get no certificate${LEFT_OUT}`,
	async () => {
		await using lapwing = await Lapwing.start({ env: { PUBLIC_URL: "https://lapwing.example" } });
		await lapwing.ask("POST", "/api/v1/status-pages", {
			name: "Acme",
			slug: "acme",
			isPublished: true,
			domain: DOMAIN,
		});
		expect(operatorOf(lapwing)("allow-domain", DOMAIN).status).toBe(0);
		const isKnown = async () =>
			(await fetch(`${lapwing.url}/internal/domains?name=${DOMAIN}`)).status === 200 ? true : undefined;
		await until(isKnown, { withinMs: 30_000, what: "the domain" });
		await using caddy = await startCaddy({ replaced: { "127.0.0.1:7070": new URL(lapwing.url).host } });
		const page = await caddy.ask(DOMAIN, "/");
		expect(page).toMatchObject({
			status: 200,
			headers: { "strict-transport-security": "max-age=31536000" },
			text: expect.stringContaining(`<link rel="canonical" href="https://${DOMAIN}">`),
		});
		expect(await caddy.ask(DOMAIN, "/api/v2/summary.json")).toMatchObject({ status: 200 });
		for (const path of ["/healthz", "/api/v1/monitors", "/internal/domains?name=status.example.com", "/sign-in"]) {
			expect([path, await caddy.ask(DOMAIN, path)]).toMatchObject([path, { status: 404 }]);
		}
		// No certificate: the handshake fails.
		for (const name of ["other.example.com", "example.com"]) {
			expect([name, await caddy.ask(name, "/")]).toEqual([name, expect.stringMatching(/SSL|TLS|ECONNRESET|EPROTO/)]);
		}
		expect(await caddy.ask("lapwing.example", "/healthz")).toMatchObject({ status: 200 });
	},
);
