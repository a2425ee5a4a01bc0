import { createServer } from "node:net";
import { SMTPServer } from "smtp-server";
import { beforeAll, describe, expect, test } from "vitest";
import { STARTTLS_PROTOCOLS } from "../../domain/monitors/tcp/tcp.ts";
import { trustOnly } from "../../net/testing/trust-only.ts";
import { type Authority, createAuthority, type Identity, selfSigned } from "../targets/certificates.ts";
import { listen } from "../targets/listening.ts";
import { CONSENTS, startScriptedTarget, upgrade } from "../targets/scripted-target.ts";
import { observe } from "../testing/observe.ts";
import { contains, look, matching, serving, settings, tlsServing } from "../testing/tcp.ts";

let root: Authority;
let good: Identity;

beforeAll(async () => {
	root = await createAuthority();
	good = await root.issue();
	return trustOnly(root);
});

test("a port that accepts connections is up, whatever is sent over them, and the connection is closed", async () => {
	let closed: () => void = () => {};
	const isClosed = new Promise<void>((resolve) => {
		closed = resolve;
	});
	const target = await listen(
		createServer((socket) => socket.on("close", closed).resume()),
		{ scheme: "http" },
	);
	const { observation, judgement } = await observe(settings({ port: target.port }));
	expect(judgement.verdict).toBe("up");
	expect(observation).toMatchObject({ kind: "answered", type: "tcp", address: "127.0.0.1", certificate: null });
	if (observation.kind !== "answered") throw new Error("not answered");
	expect(observation.responseTimeMs).toBeGreaterThanOrEqual(observation.phases.connect);
	expect(observation.phases).toMatchObject({ dns: 0, tls: 0, first_byte: 0, transfer: 0 });
	await isClosed;
	await target.close();
});

describe.concurrent("what the target sends", () => {
	test("is searched for what is expected, in whatever pieces it comes", async () => {
		const target = await serving((socket) => {
			socket.once("data", (bytes) => {
				socket.write("+PO");
				// Half a second more than is asked for: so late may this process read the first piece.
				setTimeout(() => socket.write(`NG ${bytes.toString("hex")}`), 550);
			});
		});
		const { observation, judgement } = await look(target, {
			send: "PING\\r\\n",
			expect: contains("+PONG 50494e470d0a"),
		});
		expect(judgement.verdict).toBe("up");
		if (observation.kind !== "answered") throw new Error("not answered");
		expect(observation.phases.transfer).toBeGreaterThanOrEqual(50);
		const sum = Object.values(observation.phases).reduce((a, b) => a + b);
		expect(observation.responseTimeMs).toBeCloseTo(sum);
	});

	test("is matched as a whole by a pattern, in any case", async () => {
		const target = await serving((socket) => socket.write("220-first\r\n220 Mail READY\r\n"));
		const expected = { type: "regex", value: "^220-.*\\r\\n220 .*ready", caseSensitive: false } as const;
		expect((await look(target, { expect: expected })).judgement.verdict).toBe("up");
	});

	test.each([
		["^abc$", "down"],
		["^abc\\b", "down"],
		["^abcdef$", "up"],
		["^abc", "up"],
	])("is matched by %s the same however it is cut into packets: %s", async (value, verdict) => {
		const expected = { type: "regex", value, caseSensitive: true } as const;
		const inPieces = await serving(async (socket) => {
			socket.setNoDelay(true).write("abc");
			// Longer than the pause between two searches.
			setTimeout(() => socket.write("def"), 300);
		});
		const whole = await serving((socket) => socket.write("abcdef"));
		for (const target of [inPieces, whole]) {
			expect((await look(target, { expect: expected }, { timeoutMs: 3_000 })).judgement.verdict).toBe(verdict);
		}
	});

	test("is asked for without waiting for an answer", async () => {
		let got = "";
		const closed = Promise.withResolvers<void>();
		const target = await serving((socket) =>
			socket
				.on("data", (bytes) => {
					got += bytes;
				})
				.on("end", () => closed.resolve()),
		);
		const { judgement } = await observe(settings({ port: target.port, send: "a\\x00\\tb" }));
		expect(judgement.verdict).toBe("up");
		await closed.promise;
		expect(got).toBe("a\0\tb");
		await target.close();
	});

	test("counts when it is followed by the end of the connection", async () => {
		const target = await serving((socket) => socket.end("ready"));
		expect((await look(target, { expect: contains("ready") })).judgement.verdict).toBe("up");
	});

	test("is searched in its first 64 KiB and no further", async () => {
		const at = (offset: number) => serving((socket) => void socket.end(`${"x".repeat(offset)}needle`));
		const expected = { expect: contains("needle") };
		expect((await look(await at(64 * 1024 - 6), expected)).judgement.verdict).toBe("up");
		expect((await look(await at(64 * 1024 - 5), expected)).judgement).toMatchObject({
			verdict: "down",
			reason: "content",
			message: expect.stringContaining("65536 bytes"),
		});
	});

	test("that comes late is degraded", async () => {
		const target = await serving((socket) => void setTimeout(() => socket.write("ready"), 700));
		const { judgement } = await look(target, { expect: contains("ready") }, { degradedAfterMs: 200 });
		expect(judgement).toMatchObject({ verdict: "degraded", reason: "slow" });
	});
});

describe.concurrent("TLS", () => {
	test("is timed, and its certificate is reported", async () => {
		const target = await tlsServing(good, (socket) => socket.write("hello"));
		const { observation } = await look(target, { tls: "tls", expect: contains("hello") });
		expect(observation).toMatchObject({ kind: "answered", certificate: { issuer: "Lapwing Tests" } });
		expect(observation.kind === "answered" && observation.phases.tls).toBeGreaterThan(0);
	});

	test.each(STARTTLS_PROTOCOLS)("is agreed on in %s, and what is said under it is searched", async (protocol) => {
		const target = await startScriptedTarget({
			says: CONSENTS[protocol],
			after: upgrade(good, (socket) => socket.once("data", (bytes) => socket.write(`under TLS: ${bytes}`))),
		});
		const over = { tls: "starttls", protocol, send: "hi", expect: contains("under TLS: hi") } as const;
		const { observation, judgement } = await look(target, over);
		expect(judgement.verdict).toBe("up");
		expect(observation).toMatchObject({ kind: "answered", certificate: { issuer: "Lapwing Tests" } });
	});

	test("is agreed on with a mail server that others wrote", async () => {
		const server = new SMTPServer({ cert: good.chain, key: good.key, disabledCommands: ["AUTH"], logger: false });
		await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
		const { port } = server.server.address() as { port: number };
		const over = { port, tls: "starttls", protocol: "smtp", send: "NOOP\\r\\n", expect: matching("^250 ") } as const;
		const { observation, judgement } = await observe(settings(over));
		await new Promise<void>((resolve) => server.close(resolve));
		expect(judgement).toMatchObject({ verdict: "up" });
		expect(observation).toMatchObject({ certificate: { issuer: "Lapwing Tests" } });
	});

	test("needs the whole offer of some servers, which are then asked twice", async () => {
		const target = await startScriptedTarget({
			says: CONSENTS.pop3,
			after: upgrade(good, () => {}, { ecdhCurve: "X25519MLKEM768" }),
		});
		const { judgement } = await look(target, { tls: "starttls", protocol: "pop3" });
		expect(judgement.verdict).toBe("up");
	});
});

const BAD: Record<string, { readonly identity: () => Promise<Identity>; readonly reason: string }> = {
	"has expired": { identity: () => root.issue({ validFromDays: -9, validToDays: -1 }), reason: "tls_expired" },
	"is not valid yet": { identity: () => root.issue({ validFromDays: 1 }), reason: "tls_not_yet_valid" },
	"is for another name": { identity: () => root.issue({ names: ["example.com"] }), reason: "tls_wrong_name" },
	"lists no name": { identity: () => root.issue({ names: [] }), reason: "tls_wrong_name" },
	"is signed by itself": { identity: () => selfSigned(), reason: "tls_self_signed" },
	"is of an unknown authority": {
		identity: async () => (await (await createAuthority("CN=Stranger")).intermediate()).issue(),
		reason: "tls_untrusted",
	},
	"lacks an intermediate": {
		identity: async () => (await root.intermediate({ hidden: true })).issue(),
		reason: "tls_incomplete_chain",
	},
};

describe.concurrent("a certificate that is no good", () => {
	const ways = ["tls", ...STARTTLS_PROTOCOLS] as const;
	const cases = Object.keys(BAD).flatMap((what) => ways.map((way) => [what, way] as const));
	test.each(cases)("it %s, over %s", async (what, way) => {
		const { identity, reason } = BAD[what] as (typeof BAD)[string];
		const own = await identity();
		const target =
			way === "tls" ? await tlsServing(own) : await startScriptedTarget({ says: CONSENTS[way], after: upgrade(own) });
		const over = way === "tls" ? { tls: way } : { tls: "starttls" as const, protocol: way };
		const { observation, judgement } = await look(target, over);
		expect(judgement).toMatchObject({ verdict: "down", reason, phase: "tls" });
		expect(observation).toMatchObject({ certificate: { expiresAt: expect.any(Number) } });
	});
});

test("an address that may not be connected to is forbidden", async () => {
	const metadata = await observe(settings({ host: "169.254.169.254", port: 80 }));
	expect(metadata.judgement).toMatchObject({ verdict: "down", reason: "target_forbidden" });
	const own = await observe(settings(), { allowPrivateTargets: false });
	expect(own.judgement).toMatchObject({ verdict: "down", reason: "target_forbidden" });
});

test("a resolver that does not answer makes the check missed", async () => {
	const { judgement } = await observe(settings({ host: "db.example", port: 5432 }));
	expect(judgement).toMatchObject({ verdict: "missed", reason: "resolver" });
});
