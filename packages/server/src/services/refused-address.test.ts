import { isFailure } from "@lapwing/result";
import { afterAll, beforeAll, expect, test } from "vitest";
import { targetUrlProblem } from "../domain/monitors/http/target-url.ts";
import { type Service, startService } from "../http/testing/service.ts";
import { neverAllowed } from "../net/addresses.ts";
import { readTricks } from "../net/testing/ssrf-corpus.ts";
import { requireReachable } from "./refused-address.ts";

let service: Service;
beforeAll(async () => {
	service = await startService("sqlite", {
		addressRefusal: neverAllowed,
	});
});
afterAll(() => service[Symbol.asyncDispose]());

test.each([
	["http://169.254.169.254/latest/meta-data/", "169.254.169.254"],
	["http://0xA9FEA9FE/", "169.254.169.254"],
	["http://[fd00:ec2::254]/", "fd00:ec2::254"],
	["https://0.0.0.0:8443/", "0.0.0.0"],
	["http://224.0.0.1/", "224.0.0.1"],
])("a monitor of %s is refused when it is created, changed or tried, with the reason", async (url, address) => {
	const monitor = await service.newMonitor();
	const body = { name: "x", url };
	const detail = {
		path: "/url",
		message: expect.stringMatching(
			`^Lapwing does not connect there: ${address} is a link-local, multicast, broadcast, unspecified or cloud-metadata address\\.$`,
		),
	};
	for (const answer of [
		await service.ask("POST", "/api/v1/monitors", { body }),
		await service.ask("PUT", `/api/v1/monitors/${monitor.id}`, { body: { url } }),
		await service.ask("POST", "/api/v1/monitors/try", { body }),
	]) {
		expect([answer.status, answer.json.error.code, answer.json.error.details]).toEqual([
			400,
			"VALIDATION_ERROR",
			[detail],
		]);
	}
});

test("so are ports, and channels of alerts; names and other addresses are taken", async () => {
	const create = (path: string, body: object) => service.ask("POST", path, { body });
	const tcp = { name: "x", type: "tcp", host: "fe80::1", port: 22 };
	expect((await create("/api/v1/monitors", tcp)).json.error.details[0].path).toBe("/host");
	const hook = { name: "x", channel: { type: "webhook", url: "http://169.254.169.254/" } };
	expect((await create("/api/v1/alerts", hook)).json.error.details[0].path).toBe("/channel/url");
	const made = await create("/api/v1/alerts", { name: "x", channel: { type: "webhook", url: "http://10.0.0.1/" } });
	const changed = await service.ask("PUT", `/api/v1/alerts/${made.json.data.id}`, { body: { channel: hook.channel } });
	expect([made.status, changed.status]).toEqual([201, 400]);
	for (const url of ["http://metadata.example/", "http://127.0.0.1/", "http://[::1]:8080/"]) {
		expect((await create("/api/v1/monitors", { name: "x", url })).status).toBe(201);
	}
});

test("of the corpus, every text that means a refused address is refused as a URL and as a host, and nothing else", () => {
	const wrong = readTricks().flatMap(({ kind, text, expected }) => {
		if (kind !== "host" && kind !== "url" && kind !== "name") return [];
		if (kind === "url" && targetUrlProblem(text) !== null) return [];
		const forms = kind === "url" ? [text] : [text, `http://${text.includes(":") ? `[${text}]` : text}/`];
		const isRefused = expected === "never" && kind !== "name";
		return forms.filter((form) => {
			const reachable = requireReachable({ addressRefusal: neverAllowed }, [{ path: "/url", text: form }]);
			return expected !== "invalid" && isFailure(reachable) !== isRefused;
		});
	});
	expect(wrong).toEqual([]);
});
