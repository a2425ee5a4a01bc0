import { X509Certificate } from "node:crypto";
import { createSecureContext, type SecureContext } from "node:tls";
import { beforeAll, expect, test } from "vitest";
import { type Authority, createAuthority } from "../../probe/targets/certificates.ts";
import { startDnsServer } from "../../probe/targets/dns-server.ts";
import { startTlsTarget } from "../../probe/targets/http-target.ts";
import { startProber } from "../../probe/testing/prober.ts";
import { trustOnly } from "../testing/trust-only.ts";

let root: Authority;

beforeAll(async () => {
	root = await createAuthority();
	return trustOnly(root);
});

test("a certificate that is known from one name is refused for each other name, every time", async () => {
	await using dns = await startDnsServer({
		"shop.example": { addresses: ["127.0.0.1"] },
		"bank.example": { addresses: ["127.0.0.1"] },
	});
	await using target = await startTlsTarget({ certificate: await root.issue({ names: ["shop.example"] }) });
	await using prober = startProber({ resolvers: [dns.address] });
	const look = (host: string) => prober.observe({ url: `https://${host}:${target.port}/` });
	for (let check = 0; check < 2; check += 1) {
		expect(await look("shop.example")).toMatchObject({ kind: "answered" });
		expect(await look("bank.example")).toMatchObject({
			fault: "tls_wrong_name",
			message: "The certificate is not for bank.example but for shop.example.",
		});
	}
});

test("a certificate that replaces another is reported from the next check on", async () => {
	const [old, renewed, misissued] = [
		await root.issue({ validToDays: 3 }),
		await root.issue({ validToDays: 90 }),
		await root.issue({ names: ["other.example"] }),
	];
	let shown = old;
	await using target = await startTlsTarget({
		certificate: old,
		tls: {
			SNICallback: (_: string, done: (error: null, context: SecureContext) => void) =>
				done(null, createSecureContext({ cert: shown.chain, key: shown.key })),
		},
	});
	await using prober = startProber();
	const expiryOf = ({ chain }: typeof old) => Date.parse(new X509Certificate(chain).validTo);
	for (const next of [old, old, renewed, renewed, old]) {
		shown = next;
		expect(await prober.observe({ url: target.url })).toMatchObject({
			kind: "answered",
			certificate: { expiresAt: expiryOf(next) },
		});
	}
	shown = misissued;
	expect(await prober.observe({ url: target.url })).toMatchObject({ fault: "tls_wrong_name" });
});
