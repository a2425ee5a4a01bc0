import { expect, test } from "vitest";
import type { Observation } from "../domain/checks/observation.ts";
import { startDnsServer } from "./targets/dns-server.ts";
import { heavyChain } from "./targets/heavy-chain.ts";
import { answerOk, startHttpTarget, startTlsTarget } from "./targets/http-target.ts";
import { unusedPort } from "./targets/listening.ts";
import { startRawTarget } from "./targets/raw-target.ts";
import { startProber } from "./testing/prober.ts";

const ROUNDS = 3;

test("targets that hang, refuse or answer get their verdicts beside hostile TLS servers and name servers", async () => {
	await using dns = await startDnsServer({
		"*": { addresses: ["127.0.0.1"], ttlSeconds: 0, delayMs: 50 },
		"malformed.example": "malformed",
	});
	const certificate = heavyChain({ length: 30, rsaBits: 3_072, exponentBits: 3_072 });
	await using overTls12 = await startTlsTarget({ certificate, tls: { maxVersion: "TLSv1.2" }, name: "a.example" });
	await using overTls13 = await startTlsTarget({ certificate, tls: { minVersion: "TLSv1.3" }, name: "b.example" });
	await using hanging = await startRawTarget(() => {}, { name: "hanging.example" });
	await using healthy = await startHttpTarget(answerOk);
	const refused = `http://refused.example:${await unusedPort()}/`;
	await using prober = startProber({ resolvers: [dns.address] });
	const observeAll = (urls: readonly string[]) => {
		return Promise.all(urls.map((url) => prober.observe({ url, timeoutMs: 1_000 })));
	};
	const kindOf = (each: Observation) => {
		if (each.kind === "answered") return "answered";
		return each.kind === "failed" ? each.fault : `missed: ${each.cause}`;
	};

	for (let round = 0; round < ROUNDS; round++) {
		const healthyUrls = Array.from({ length: 20 }, (_, i) => `http://healthy-${round}-${i}.example:${healthy.port}/`);
		const [hostile, malformed, hung, refusing, answering] = await Promise.all([
			observeAll([overTls12.url, overTls13.url, overTls12.url, overTls13.url]),
			observeAll(["http://malformed.example/", "http://malformed.example/"]),
			observeAll(Array.from({ length: 10 }, () => hanging.url)),
			observeAll(Array.from({ length: 10 }, () => refused)),
			observeAll(healthyUrls),
		]);
		expect(new Set(hostile.map(kindOf))).toStrictEqual(new Set(["tls_handshake"]));
		expect(new Set(malformed.map(kindOf))).toStrictEqual(new Set(["dns_failure"]));
		expect(new Set(hung.map(kindOf))).toStrictEqual(new Set(["timeout"]));
		expect(new Set(refusing.map(kindOf))).toStrictEqual(new Set(["refused"]));
		expect(new Set(answering.map(kindOf))).toStrictEqual(new Set(["answered"]));
	}
});
