import { createHash, X509Certificate } from "node:crypto";
import type { RequestListener } from "node:http";
import { beforeAll, describe, expect, test } from "vitest";
import type { Fault } from "../../domain/checks/observation.ts";
import { type Authority, createAuthority, type Identity, selfSigned } from "../../probe/targets/certificates.ts";
import { startDnsServer } from "../../probe/targets/dns-server.ts";
import { answerOk, startTlsTarget } from "../../probe/targets/http-target.ts";
import { startRawTarget } from "../../probe/targets/raw-target.ts";
import { startProber } from "../../probe/testing/prober.ts";
import { PolicedDialer } from "../dial.ts";
import { trustOnly } from "../testing/trust-only.ts";

let root: Authority;

beforeAll(async () => {
	root = await createAuthority("CN=Lapwing Test Root, O=Lapwing\\, Tests");
	return trustOnly(root);
});

test("a trusted certificate is reported with its expiry, issuer and fingerprint, and its handshake is timed", async () => {
	const certificate = await root.issue();
	await using target = await startTlsTarget({ certificate });
	await using prober = startProber();
	const seen = await prober.observe({ url: target.url });
	const own = new X509Certificate(certificate.chain);
	expect(seen).toMatchObject({
		kind: "answered",
		status: 200,
		certificate: {
			expiresAt: Date.parse(own.validTo),
			issuer: "Lapwing, Tests",
			fingerprint: createHash("sha256").update(own.raw).digest("hex"),
		},
	});
	expect(seen.kind === "answered" && seen.phases.tls).toBeGreaterThan(0);
});

test("over a chain of redirects the certificate that expires first is reported", async () => {
	const [soon, late] = [await root.issue({ validToDays: 5 }), await root.issue({ validToDays: 80 })];
	const ends = ({ chain }: Identity) => ({ expiresAt: Date.parse(new X509Certificate(chain).validTo) });
	await using end = await startTlsTarget({ certificate: late });
	const handler: RequestListener = ({ url }, response) =>
		response.writeHead(url === "/" ? 302 : 200, { location: end.url }).end();
	await using first = await startTlsTarget({ certificate: soon, handler });
	await using refused = await startTlsTarget({
		certificate: await root.issue({ names: ["example.com"], validToDays: 90 }),
	});
	const toRefused: RequestListener = (_, response) => response.writeHead(302, { location: refused.url }).end();
	await using misled = await startTlsTarget({ certificate: soon, handler: toRefused });
	await using prober = startProber();
	expect(await prober.observe({ url: first.url })).toMatchObject({ status: 200, certificate: ends(soon) });
	const failed = await prober.observe({ url: misled.url });
	expect(failed).toMatchObject({ fault: "tls_wrong_name" });
	expect(failed.kind === "failed" && failed.certificate?.expiresAt).toBeGreaterThan(ends(late).expiresAt);
});

test("an intermediate that is sent along completes the chain", async () => {
	const certificate = await (await root.intermediate()).issue();
	await using target = await startTlsTarget({ certificate });
	await using prober = startProber();
	expect(await prober.observe({ url: target.url })).toMatchObject({
		kind: "answered",
		certificate: { issuer: "Lapwing Test Intermediate" },
	});
});

describe("a certificate is refused, and still reported, when it", () => {
	test.each<[string, () => Promise<Identity>, Fault]>([
		["has expired", () => root.issue({ validFromDays: -30, validToDays: -1 }), "tls_expired"],
		["is not valid yet", () => root.issue({ validFromDays: 1 }), "tls_not_yet_valid"],
		["is for another name", () => root.issue({ names: ["example.com", "*.example.org"] }), "tls_wrong_name"],
		["is for a wildcard of which the name is no part", () => root.issue({ names: ["*.localhost"] }), "tls_wrong_name"],
		["is signed by itself", () => selfSigned(), "tls_self_signed"],
		[
			"comes without its intermediate",
			async () => (await root.intermediate({ hidden: true })).issue(),
			"tls_incomplete_chain",
		],
		["leads to an unknown root", async () => (await (await createAuthority()).intermediate()).issue(), "tls_untrusted"],
		["brings its own root along", async () => withRoot(await createAuthority()), "tls_untrusted"],
	])("%s", async (_, make, fault) => {
		let requests = 0;
		const certificate = await make();
		await using target = await startTlsTarget({
			certificate,
			handler: (request, response) => {
				requests++;
				answerOk(request, response);
			},
		});
		await using prober = startProber();
		const seen = await prober.observe({ url: target.url });
		expect(seen).toMatchObject({
			kind: "failed",
			fault,
			phase: "tls",
			address: "127.0.0.1",
			certificate: { expiresAt: Date.parse(new X509Certificate(certificate.chain).validTo) },
		});
		expect(requests).toBe(0);
	});
});

test("the message for a wrong name lists the names of the certificate", async () => {
	await using target = await startTlsTarget({ certificate: await root.issue({ names: ["example.com", "10.0.0.1"] }) });
	await using prober = startProber();
	expect(await prober.observe({ url: target.url })).toMatchObject({
		message: "The certificate is not for localhost but for example.com, 10.0.0.1.",
	});
});

test("a certificate with only a common name matches no name, as in browsers and curl", async () => {
	await using target = await startTlsTarget({ certificate: await root.issue({ names: [], commonName: "localhost" }) });
	await using prober = startProber();
	expect(await prober.observe({ url: target.url })).toMatchObject({
		fault: "tls_wrong_name",
		message: expect.stringContaining("the common name does not count"),
	});
});

test.each<[string, string, boolean]>([
	["my_host.shop.example", "*.shop.example", true],
	["my_host.shop.example", "*.SHOP.example", true],
	["my_host.shop.example", "my_host.shop.example", true],
	["my_host.shop.example", "*.example", false],
	["my_host.example", "*.example", false],
	["a.my_host.shop.example", "*.shop.example", false],
	["a.my_host.example", "*.my_host.example", true],
	["my_host.shop.example", "my_*.shop.example", false],
	["my-host.shop.example", "*.shop.example", true],
])("for %s a certificate for %s is the right one: %s", async (host, name, isRight) => {
	await using dns = await startDnsServer({ "*": { addresses: ["127.0.0.1"] } });
	await using target = await startTlsTarget({ certificate: await root.issue({ names: [name] }), name: host });
	await using prober = startProber({ resolvers: [dns.address] });
	expect(await prober.observe({ url: target.url })).toMatchObject(
		isRight ? { status: 200 } : { fault: "tls_wrong_name" },
	);
});

test("an IP address in the URL must be an IP address in the certificate", async () => {
	await using good = await startTlsTarget({
		certificate: await root.issue({ names: ["127.0.0.1"] }),
		name: "127.0.0.1",
	});
	await using bad = await startTlsTarget({
		certificate: await root.issue({ names: ["localhost"] }),
		name: "127.0.0.1",
	});
	await using prober = startProber();
	expect(await prober.observe({ url: good.url })).toMatchObject({ kind: "answered" });
	expect(await prober.observe({ url: bad.url })).toMatchObject({ fault: "tls_wrong_name" });
});

test("SNI has the name without its final dot, and no IP address", async () => {
	const names: (string | false | null)[] = [];
	const tls = {
		SNICallback: (name: string, done: (error: null) => void) => {
			names.push(name);
			done(null);
		},
	};
	await using target = await startTlsTarget({ certificate: await root.issue(), tls });
	await using prober = startProber();
	await prober.observe({ url: target.url });
	await prober.observe({ url: `https://localhost.:${target.port}/` });
	await prober.observe({ url: `https://127.0.0.1:${target.port}/` });
	expect(names).toStrictEqual(["localhost", "localhost"]);
});

test("sessions are never resumed", async () => {
	const reused: boolean[] = [];
	await using target = await startTlsTarget({
		certificate: await root.issue(),
		handler: (request, response) => {
			reused.push((request.socket as import("node:tls").TLSSocket).isSessionReused());
			answerOk(request, response);
		},
	});
	await using prober = startProber();
	for (let i = 0; i < 3; i++) await prober.observe({ url: target.url });
	expect(reused).toStrictEqual([false, false, false]);
});

test.each(["X25519", "P-256", "X448", "P-384", "P-521"])(
	"a server that supports %s alone is connected to at once",
	async (group) => {
		await using target = await startTargetOf(group);
		await using prober = startProber();
		expect(await prober.observe({ url: target.url })).toMatchObject({ kind: "answered" });
		expect(target.connections).toBe(1);
	},
);

test("a server that supports only the hybrid key agreement gets it, and is remembered", async () => {
	await using target = await startTargetOf("X25519MLKEM768");
	await using prober = startProber();
	expect(await prober.observe({ url: target.url })).toMatchObject({ kind: "answered", status: 200 });
	expect(target.connections).toBe(2);
	expect(await prober.observe({ url: target.url })).toMatchObject({ kind: "answered", status: 200 });
	expect(target.connections).toBe(3);
});

test("a dialer for secrets offers the hybrid key agreement from the start", async () => {
	await using target = await startTargetOf("X25519MLKEM768");
	const dialer = new PolicedDialer({ allowPrivateTargets: true, resolvers: null });
	const dialled = await dialer.dial({ host: "localhost", port: target.port, tls: {}, timeoutMs: 5_000 });
	expect(dialled.kind).toBe("connected");
	if (dialled.kind === "connected") dialled.socket.destroy();
	dialer.close();
	expect(target.connections).toBe(1);
});

describe("a handshake fails when the target", () => {
	test("supports none of our key agreements", async () => {
		await using target = await startTargetOf("brainpoolP256r1tls13");
		await using prober = startProber();
		expect(await prober.observe({ url: target.url })).toMatchObject({ fault: "tls_handshake", phase: "tls" });
		expect(target.connections).toBe(2);
	});

	test("does not speak TLS", async () => {
		await using target = await startRawTarget((socket) => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n"), {
			scheme: "https",
		});
		await using prober = startProber();
		expect(await prober.observe({ url: target.url })).toMatchObject({ fault: "tls_handshake", phase: "tls" });
	});

	test("supports none of our TLS versions", async () => {
		const tls = { minVersion: "TLSv1.1", maxVersion: "TLSv1.1", ciphers: "DEFAULT:@SECLEVEL=0" };
		await using target = await startTlsTarget({ certificate: await root.issue(), tls });
		await using prober = startProber();
		expect(await prober.observe({ url: target.url })).toMatchObject({ fault: "tls_handshake", phase: "tls" });
	});

	test("speaks no protocol but HTTP/2", async () => {
		await using target = await startTlsTarget({ certificate: await root.issue(), tls: { ALPNProtocols: ["h2"] } });
		await using prober = startProber();
		expect(await prober.observe({ url: target.url })).toMatchObject({ fault: "tls_handshake", phase: "tls" });
	});

	test("asks for a client certificate, which TLS 1.3 servers do after the handshake", async () => {
		const tls = { requestCert: true, rejectUnauthorized: true, ca: root.certificate };
		await using target = await startTlsTarget({ certificate: await root.issue(), tls });
		await using prober = startProber();
		const seen = await prober.observe({ url: target.url });
		expect(seen).toMatchObject({ kind: "failed", certificate: { issuer: "Lapwing, Tests" } });
		expect(seen.kind === "failed" && ["tls_handshake", "reset"]).toContain(seen.kind === "failed" && seen.fault);
	});

	test("hangs up", async () => {
		await using target = await startRawTarget((socket) => socket.end(), { scheme: "https" });
		await using prober = startProber();
		expect(await prober.observe({ url: target.url })).toMatchObject({ fault: "reset", phase: "tls" });
	});

	test("sends nothing", async () => {
		await using target = await startRawTarget(() => {}, { scheme: "https" });
		await using prober = startProber();
		expect(await prober.observe({ url: target.url, timeoutMs: 1_000 })).toMatchObject({
			fault: "timeout",
			phase: "tls",
		});
	});

	test("hangs up after the handshake", async () => {
		await using target = await startTlsTarget({
			certificate: await root.issue(),
			handler: (request) => request.socket.destroy(),
		});
		await using prober = startProber();
		expect(await prober.observe({ url: target.url })).toMatchObject({
			fault: "reset",
			phase: "first_byte",
			certificate: { issuer: "Lapwing, Tests" },
		});
	});
});

async function withRoot(authority: Authority): Promise<Identity> {
	const { chain, key } = await authority.issue();
	return { chain: `${chain}\n${authority.certificate}`, key };
}

/** A server that knows a single key agreement. */
async function startTargetOf(group: string) {
	return startTlsTarget({ certificate: await root.issue(), tls: { ecdhCurve: group, minVersion: "TLSv1.3" } });
}
