import type { Socket } from "node:net";
import { beforeAll, describe, expect, test } from "vitest";
import type { StarttlsProtocol } from "../../domain/monitors/tcp/tcp.ts";
import type { TcpSettings } from "../../domain/monitors/types.ts";
import { trustOnly } from "../../net/testing/trust-only.ts";
import { type Authority, createAuthority, type Identity } from "../targets/certificates.ts";
import { startDnsServer } from "../targets/dns-server.ts";
import { type Target, unusedPort } from "../targets/listening.ts";
import { drip } from "../targets/raw-target.ts";
import { CONSENTS, type Script, startScriptedTarget, upgrade } from "../targets/scripted-target.ts";
import { observe } from "../testing/observe.ts";
import { contains, look, matching, serving, settings, tlsServing } from "../testing/tcp.ts";

let root: Authority;
let good: Identity;

beforeAll(async () => {
	root = await createAuthority();
	good = await root.issue();
	return trustOnly(root);
});

describe.concurrent("a target that misbehaves", () => {
	const end = (socket: Socket) => void socket.end();
	const reset = (socket: Socket) => void socket.resetAndDestroy();
	const starttls = (protocol: StarttlsProtocol) => ({ tls: "starttls", protocol }) as const;
	const ok = { expect: contains("ok") };
	const [greeting, ehlo] = CONSENTS.smtp;
	const script = (says: Script["says"], after?: Script["after"]) => () =>
		startScriptedTarget({ says, ...(after && { after }) });
	const raw = (onSocket: (socket: Socket) => void) => () => serving(onSocket);

	// What it does; how; its settings; the reason, the phase, part of the message.
	test.each<[string, () => Promise<Target>, Partial<TcpSettings>, string, string | null, RegExp]>([
		[
			"sends something else and closes",
			raw((s) => void s.end("-ERR no")),
			ok,
			"content",
			null,
			/No "ok" .*7 bytes: "-ERR no"/,
		],
		[
			"sends what no pattern matches",
			raw((s) => void s.end("nothing")),
			{ expect: matching("^ok$") },
			"content",
			null,
			/No match of "\^ok\$"/,
		],
		["sends it in another case", raw((s) => void s.end("OK")), ok, "content", null, /"OK"/],
		[
			"sends bytes that are no text",
			raw((s) => void s.end(Buffer.from([0, 255, 1]))),
			ok,
			"content",
			null,
			/3 bytes: "···"/,
		],
		["sends without end", raw((s) => drip(s, "no ")), ok, "content", null, /65536 bytes/],
		["closes at once", raw(end), ok, "reset", "first_byte", /without sending anything/],
		["resets without a word", raw((s) => void setTimeout(reset, 50, s)), ok, "reset", "first_byte", /reset/],
		[
			"closes when it is spoken to",
			raw((s) => s.once("data", () => s.end())),
			{ ...ok, send: "x" },
			"reset",
			"first_byte",
			/without sending/,
		],
		[
			"resets after some bytes",
			raw((s) => void s.write("par", () => setTimeout(reset, 50, s))),
			ok,
			"reset",
			"transfer",
			/reset/,
		],
		[
			"speaks no TLS but text",
			raw((s) => void s.end("HTTP/1.1 400 Bad\r\n\r\n")),
			{ tls: "tls" },
			"tls_handshake",
			"tls",
			/wrong version/,
		],
		["closes in the handshake", raw((s) => s.once("data", () => s.end())), { tls: "tls" }, "reset", "tls", /./],
		["resets in the handshake", raw((s) => s.once("data", () => reset(s))), { tls: "tls" }, "reset", "tls", /./],
		[
			"closes after the handshake",
			() => tlsServing(good, (s) => void s.end()),
			{ ...ok, tls: "tls" },
			"reset",
			"first_byte",
			/without sending/,
		],
		[
			"sends something else under TLS",
			() => tlsServing(good, (s) => void s.end("no")),
			{ ...ok, tls: "tls" },
			"content",
			null,
			/"no"/,
		],
		[
			"wants a client's certificate",
			() => tlsServing(good, () => {}, { requestCert: true, ca: root.certificate }),
			{ ...ok, tls: "tls" },
			"tls_handshake",
			"first_byte",
			/certificate required/,
		],
		[
			"knows TLS 1.1 alone",
			() => tlsServing(good, () => {}, { minVersion: "TLSv1.1", maxVersion: "TLSv1.1", ciphers: "DEFAULT@SECLEVEL=0" }),
			{ tls: "tls" },
			"tls_handshake",
			"tls",
			/./,
		],
		["is no SMTP server", script(["HTTP/1.1 400 Bad\r\n"]), starttls("smtp"), "protocol", "tls", /is not SMTP: "HTTP/],
		[
			"greets with a refusal (SMTP)",
			script(["554 No service\r\n"]),
			starttls("smtp"),
			"starttls_refused",
			"tls",
			/"554 No service"/,
		],
		[
			"refuses the greeting (SMTP)",
			script([greeting, "502 No EHLO\r\n"]),
			starttls("smtp"),
			"starttls_refused",
			"tls",
			/502/,
		],
		[
			"offers no STARTTLS (SMTP)",
			script([greeting, "250-mail\r\n250 SIZE\r\n"]),
			starttls("smtp"),
			"starttls_refused",
			"tls",
			/does not offer STARTTLS/,
		],
		[
			"offers XSTARTTLS alone (SMTP)",
			script([greeting, "250-mail\r\n250 XSTARTTLS\r\n"]),
			starttls("smtp"),
			"starttls_refused",
			"tls",
			/does not offer/,
		],
		[
			"greets with a host name that begins with STARTTLS (SMTP)",
			script([greeting, "250-STARTTLS.example.com\r\n250 SIZE\r\n"]),
			starttls("smtp"),
			"starttls_refused",
			"tls",
			/does not offer/,
		],
		[
			"offers another extension whose name begins with STARTTLS (SMTP)",
			script([greeting, "250-STARTTLS\r\n250 STARTTLS.2\r\n"]),
			starttls("smtp"),
			"starttls_refused",
			"tls",
			/does not offer/,
		],
		[
			"refuses STARTTLS (SMTP)",
			script([greeting, ehlo, "454 Not now\r\n"]),
			starttls("smtp"),
			"starttls_refused",
			"tls",
			/454 Not now/,
		],
		[
			"closes after STARTTLS (SMTP)",
			script([greeting, ehlo, null], end),
			starttls("smtp"),
			"reset",
			"tls",
			/before TLS was agreed on/,
		],
		[
			"puts a command before TLS (SMTP)",
			script([greeting, ehlo, "220 Go\r\n250 forged\r\n"], (s) => upgrade(good)(s)),
			starttls("smtp"),
			"protocol",
			"tls",
			/in the clear after its consent/,
		],
		[
			"greets without end (SMTP)",
			raw((s) => drip(s, "220-more\r\n")),
			starttls("smtp"),
			"protocol",
			"tls",
			/more than 16384 bytes before TLS/,
		],
		[
			"sends a line without end (SMTP)",
			raw((s) => drip(s, "220 x")),
			starttls("smtp"),
			"protocol",
			"tls",
			/more than 16384 bytes/,
		],
		[
			"is no IMAP server",
			script(["220 mail ESMTP\r\n"]),
			starttls("imap"),
			"protocol",
			"tls",
			/is not IMAP: "220 mail/,
		],
		[
			"says goodbye (IMAP)",
			script(["* BYE Too many\r\n"]),
			starttls("imap"),
			"starttls_refused",
			"tls",
			/BYE Too many/,
		],
		[
			"has us signed in already (IMAP)",
			script(["* PREAUTH hello\r\n"]),
			starttls("imap"),
			"starttls_refused",
			"tls",
			/already signed in/,
		],
		[
			"refuses STARTTLS (IMAP)",
			script(["* OK hi\r\n", "a1 NO not here\r\n"]),
			starttls("imap"),
			"starttls_refused",
			"tls",
			/a1 NO not here/,
		],
		[
			"does not know STARTTLS (IMAP)",
			script(["* OK hi\r\n", "a1 BAD what\r\n"]),
			starttls("imap"),
			"starttls_refused",
			"tls",
			/BAD/,
		],
		[
			"answers another command (IMAP)",
			script(["* OK hi\r\n", "a2 OK\r\n"]),
			starttls("imap"),
			"protocol",
			"tls",
			/is not IMAP/,
		],
		[
			"puts an answer before TLS (IMAP)",
			script(["* OK hi\r\n", "a1 OK go\r\n* OK [ALERT] forged\r\n"], (s) => upgrade(good)(s)),
			starttls("imap"),
			"protocol",
			"tls",
			/in the clear/,
		],
		["is no POP3 server", script(["* OK hi\r\n"]), starttls("pop3"), "protocol", "tls", /is not POP3/],
		["is locked (POP3)", script(["-ERR locked\r\n"]), starttls("pop3"), "starttls_refused", "tls", /-ERR locked/],
		[
			"refuses STLS (POP3)",
			script(["+OK hi\r\n", "-ERR no\r\n"]),
			starttls("pop3"),
			"starttls_refused",
			"tls",
			/refuses STLS/,
		],
		[
			"puts an answer before TLS (POP3)",
			script(["+OK hi\r\n", "+OK go\r\n+OK forged\r\n"], (s) => upgrade(good)(s)),
			starttls("pop3"),
			"protocol",
			"tls",
			/in the clear/,
		],
		[
			"has no TLS (PostgreSQL)",
			script([null, "N"]),
			starttls("postgres"),
			"starttls_refused",
			"tls",
			/does not offer TLS/,
		],
		[
			"fails at the request (PostgreSQL)",
			script([null, "E\0\0\0\x08Mno\0\0"]),
			starttls("postgres"),
			"starttls_refused",
			"tls",
			/with an error/,
		],
		[
			"is no PostgreSQL server",
			script([null, "HTTP/1.1 400\r\n"]),
			starttls("postgres"),
			"protocol",
			"tls",
			/is not PostgreSQL: "H"/,
		],
		[
			"puts an answer before TLS (PostgreSQL)",
			script([null, "SR\0\0\0\x08"], (s) => upgrade(good)(s)),
			starttls("postgres"),
			"protocol",
			"tls",
			/in the clear/,
		],
		["closes at once (PostgreSQL)", raw(end), starttls("postgres"), "reset", "tls", /before TLS was agreed on/],
		[
			"agrees, and then speaks no TLS",
			script(CONSENTS.pop3, (s) => s.resume().once("data", () => s.write("plain text, and more of it"))),
			starttls("pop3"),
			"tls_handshake",
			"tls",
			/wrong version|packet/,
		],
	])("it %s", async (_what, start, over, reason, phase, message) => {
		const { judgement } = await look(await start(), over, { timeoutMs: 5_000 });
		expect(judgement).toMatchObject({ verdict: "down", reason, phase, message: expect.stringMatching(message) });
	});

	test.each<[string, () => Promise<Target>, Partial<TcpSettings>, string]>([
		["accepts and says nothing", raw(() => {}), ok, "first_byte"],
		["says nothing under TLS", () => tlsServing(good), { ...ok, tls: "tls" }, "first_byte"],
		["makes no handshake", raw(() => {}), { tls: "tls" }, "tls"],
		["says nothing to a mail client", raw(() => {}), starttls("smtp"), "tls"],
		["greets and falls silent (IMAP)", script(["* OK hi\r\n", "* still working\r\n"]), starttls("imap"), "tls"],
		["begins a line and falls silent (POP3)", script(["+O"]), starttls("pop3"), "tls"],
		["says nothing (PostgreSQL)", raw(() => {}), starttls("postgres"), "tls"],
		["agrees, and then makes no handshake", script(CONSENTS.smtp), starttls("smtp"), "tls"],
	])("it %s until the time runs out", async (_what, start, over, phase) => {
		const { judgement } = await look(await start(), over, { timeoutMs: 700 });
		expect(judgement).toMatchObject({ verdict: "down", reason: "timeout", phase });
	});

	test("what it sends, a byte at a time, is searched until the time runs out, and shown", async () => {
		const target = await serving((socket) => drip(socket, "x", { everyMs: 20 }));
		const { judgement } = await look(target, { expect: matching("^x+y$") }, { timeoutMs: 700 });
		expect(judgement).toMatchObject({ reason: "content", message: expect.stringMatching(/\d+ bytes: "xx/) });
	});

	test("a closed port is refused, with TLS or without", async () => {
		const port = await unusedPort();
		for (const tls of ["none", "tls"] as const) {
			const { judgement } = await observe(settings({ port, tls }));
			expect(judgement).toMatchObject({ reason: "refused", phase: "connect" });
		}
	});

	test("a name that does not exist is not found; one whose servers fail is a failure of theirs", async () => {
		await using names = await startDnsServer({ "broken.example": "servfail" });
		const options = { resolvers: [names.address] };
		expect((await observe(settings({ host: "gone.example" }), options)).judgement.reason).toBe("dns_not_found");
		expect((await observe(settings({ host: "broken.example" }), options)).judgement.reason).toBe("dns_failure");
	});
});
