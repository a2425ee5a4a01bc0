import { once } from "node:events";
import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { isAbsolute, join, relative } from "node:path";
import pino from "pino";
import { SMTPServer } from "smtp-server";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { openMigratedDatabase } from "../../src/compose/database.ts";
import { secretFor } from "../../src/compose/secret.ts";
import { USUAL_RULES } from "../../src/domain/alerts/alert-rules.ts";
import type { FieldValues } from "../../src/domain/alerts/channels.ts";
import { COMMON_DEFAULTS } from "../../src/domain/monitors/common-settings.ts";
import { type DnsServer, startDnsServer } from "../../src/probe/targets/dns-server.ts";
import { answerOk, startHttpTarget } from "../../src/probe/targets/http-target.ts";
import { unusedPort } from "../../src/probe/targets/listening.ts";
import { createAlert } from "../../src/services/alerts/create.ts";
import type { WantedAlert } from "../../src/services/alerts/wanted-alert.ts";
import { onTheCommandLine } from "../../src/services/testing/on-the-command-line.ts";
import { createTeam } from "../../src/storage/access/teams.ts";
import { writeMark } from "../../src/storage/database/moving/marks.ts";
import { openDatabase } from "../../src/storage/database/open-database.ts";
import { secretBox } from "../../src/storage/database/secret-box.ts";
import { createMonitor } from "../../src/storage/monitors/monitors.ts";
import { Lapwing, lapwing, until } from "../testing/lapwing.ts";

interface Finding {
	readonly check: string;
	readonly ok: boolean;
	readonly message: string;
}

let names: DnsServer;
beforeAll(async () => {
	names = await startDnsServer({});
});
afterAll(() => names.close());

let directory: string;
let url: string;
beforeEach(async () => {
	directory = await mkdtemp(join(tmpdir(), "lapwing-doctor-"));
	url = `sqlite:${join(directory, "lapwing.db")}`;
});
afterEach(() => rm(directory, { recursive: true, force: true }));

async function findings(env: Readonly<Record<string, string>> = {}): Promise<Finding[]> {
	const settings = { DATABASE_URL: url, PROBE_RESOLVERS: names.address, PORT: "0", ...env };
	const { stdout } = await lapwing(settings, "doctor", "--json").catch((error: { stdout: string }) => error);
	return JSON.parse(stdout);
}

const wrong = (found: readonly Finding[]) => found.filter(({ ok }) => !ok);
const only = (found: readonly Finding[], check: string) => found.filter((each) => each.check === check);

/** A database with a team and alerts, as a service that ran before leaves it. */
async function prepare(alerts: readonly { name: string; type: "webhook" | "slack" | "email"; fields: FieldValues }[]) {
	const config = { secret: null, databaseUrl: url };
	const database = await openMigratedDatabase(config);
	const secret = await secretFor(database, config, { acceptNew: false, log: pino({ level: "silent" }) });
	const team = await createTeam(database, { name: "Acme", slug: "acme" }, 0);
	for (const { name, type, fields } of alerts) {
		const alert = {
			...USUAL_RULES,
			name,
			channel: { type, ...fields },
			monitorIds: null,
			events: ["down"],
			isEnabled: true,
		};
		const deps = { now: 0, secretBox: secretBox(secret) };
		await onTheCommandLine(database, team?.id ?? 0, createAlert, alert as unknown as WantedAlert, deps);
	}
	await database.close();
}

test("a correct setup is correct, and nothing is left behind", async () => {
	expect(wrong(await findings())).toEqual([]);
	expect(await readdir(directory)).toEqual([]);
	await lapwing(url, "migrate");
	const found = await findings();
	expect(wrong(found)).toEqual([]);
	expect(only(found, "Name servers")).toMatchObject([{ message: `asked with success: ${names.address}.` }]);
	const { stdout } = await lapwing({ DATABASE_URL: url, PROBE_RESOLVERS: names.address, PORT: "0" }, "doctor");
	expect(stdout).toMatch(/^ok {5}Database: sqlite answers; teams: 0, /m);
});

test("a database of a move says whether it takes changes, and what to do", async () => {
	await lapwing(url, "migrate");
	const found: unknown[] = [];
	for (const [side, state] of [
		["source", "open"],
		["source", "fenced"],
		["source", "done"],
		["target", "open"],
		["target", "fenced"],
		["target", "done"],
	] as const) {
		const database = openDatabase(url);
		await database.db.deleteFrom("moves").execute();
		await writeMark(database, side, { id: "1", other: "postgres://db/lapwing", state, progress: {} }, 0);
		await database.close();
		const [move] = only(await findings(), "Move");
		const words = move && /lapwing move --unfence|Set DATABASE_URL to that one|a service waits/.exec(move.message);
		found.push([side, state, move?.ok, words?.[0]]);
	}
	expect(found).toEqual([
		["source", "open", true, "lapwing move --unfence"],
		["source", "fenced", false, "lapwing move --unfence"],
		["source", "done", false, "Set DATABASE_URL to that one"],
		["target", "open", true, "a service waits"],
		["target", "fenced", false, "Set DATABASE_URL to that one"],
		["target", "done", undefined, undefined],
	]);
});

test("settings, a secret and a database that can't be used are named with what to change", async () => {
	await lapwing(url, "migrate");
	await writeFile(join(directory, "secret"), "half a secret", { mode: 0o600 });
	expect(wrong(await findings())).toMatchObject([{ check: "Secret", message: expect.stringContaining("backup") }]);
	await chmod(join(directory, "secret"), 0o644);
	const env = {
		DATABASE_URL: "mysql://nowhere",
		PORT: "many",
		SMTP_URI: "smtp://localhost",
		NODE_EXTRA_CA_CERTS: join(directory, "secret"),
	};
	expect(wrong(await findings(env))).toMatchObject([
		{ check: "NODE_EXTRA_CA_CERTS" },
		{ check: "Settings", message: "SMTP_URI is no setting. Did you mean SMTP_URL?" },
		{ check: "Settings", message: expect.stringContaining("PORT") },
		{ check: "Settings", message: expect.stringContaining("DATABASE_URL") },
	]);
	const away = await findings({ DATABASE_URL: "postgres://nobody@127.0.0.1:1/none" });
	expect(only(away, "Database")).toMatchObject([{ ok: false, message: expect.stringContaining("DATABASE_URL") }]);
});

test.skipIf(process.platform === "win32")("files that others can read are wrong, with what to run", async () => {
	await lapwing(url, "migrate");
	expect(only(await findings(), "Files")).toMatchObject([{ ok: true }]);
	const file = join(directory, "lapwing.db");
	await chmod(file, 0o644);
	await chmod(directory, 0o755);
	const message = `others can read ${directory}, ${file}. Run: chmod 700 ${directory} && chmod 600 ${file}`;
	expect(wrong(await findings())).toEqual([{ check: "Files", ok: false, message }]);
	// A folder that has other uses, such as a checkout, is its owner's to close.
	await writeFile(join(directory, "README.md"), "");
	expect(wrong(await findings())).toEqual([
		{ check: "Files", ok: false, message: `others can read ${file}. Run: chmod 600 ${file}` },
	]);
});

test.skipIf(process.platform !== "linux")("a folder that can't be made is wrong at once", async () => {
	const found = await findings({ DATABASE_URL: "sqlite:/proc/none/lapwing.db" });
	expect(wrong(found)).toMatchObject([
		{ check: "Database", message: expect.stringContaining("/proc/none/lapwing.db cannot be written") },
		{ check: "Secret", message: expect.stringContaining("/proc/none/secret cannot be created") },
	]);
});

test("the secret of another database is wrong, with what to do", async () => {
	await prepare([{ name: "On call", type: "slack", fields: { url: "https://127.0.0.1:1/sekret" } }]);
	const [secret] = only(await findings({ LAPWING_SECRET: "x".repeat(32) }), "Secret");
	expect(secret).toMatchObject({ ok: false, message: expect.stringMatching(/the one in LAPWING_SECRET is another/) });
	await rm(join(directory, "secret"));
	const found = await findings();
	expect(wrong(found)).toMatchObject([
		{ check: "Secret", message: expect.stringMatching(/there is none in .*secret/) },
	]);
	expect(await readdir(directory)).not.toContain("secret");
});

test("name servers that do not answer are wrong; one of several is named", async () => {
	await using failing = await startDnsServer({ "*": "servfail" });
	const [broken] = only(await findings({ PROBE_RESOLVERS: failing.address }), "Name servers");
	expect(broken).toMatchObject({ ok: false, message: expect.stringContaining("Correct PROBE_RESOLVERS.") });
	const [half] = only(await findings({ PROBE_RESOLVERS: `${failing.address},${names.address}` }), "Name servers");
	expect(half?.ok).toBe(true);
	expect(half?.message).toBe(
		`asked with success: ${names.address}. No proper answer of ${failing.address}; what asks there takes longer.`,
	);
});

test("the receiver of every alert is connected to, and is sent nothing", async () => {
	const requests: unknown[] = [];
	await using receiver = await startHttpTarget((request, response) => {
		requests.push(request.url);
		answerOk(request, response);
	});
	const closed = await unusedPort();
	const key = `whsec_${Buffer.alloc(32, 1).toString("base64")}`;
	await prepare([
		{ name: "Hook", type: "webhook", fields: { url: `${receiver.url}secret-path`, secret: key } },
		{ name: "Second", type: "webhook", fields: { url: receiver.url, secret: key } },
		{ name: "Chat", type: "slack", fields: { url: `http://127.0.0.1:${closed}/sekret` } },
		{ name: "Mail", type: "email", fields: { to: ["ada@example.com"] } },
	]);
	const found = only(await findings(), "Alerts");
	expect(found).toEqual([
		{
			check: "Alerts",
			ok: false,
			message: 'no mail server: SMTP_URL is not set, so they can send no email. Of "Mail" (team acme).',
		},
		{
			check: "Alerts",
			ok: true,
			message: `127.0.0.1:${receiver.port}: can be reached. Of "Hook" (team acme), "Second" (team acme).`,
		},
		{ check: "Alerts", ok: false, message: expect.stringMatching(/^127\.0\.0\.1:\d+: .*refused.* Of "Chat"/) },
	]);
	expect(JSON.stringify(found)).not.toMatch(/sekret|secret-path/);
	expect([receiver.connections, requests]).toEqual([1, []]);
	const denied = only(await findings({ PROBE_PRIVATE_TARGETS: "deny" }), "Alerts");
	expect(denied[1]).toMatchObject({ ok: false, message: expect.stringContaining("was not connected to") });
});

test("the mail server is tried, even a private one where private targets are denied", async () => {
	const server = new SMTPServer({ disabledCommands: ["AUTH", "STARTTLS"], disableReverseLookup: true });
	server.listen(0, "127.0.0.1");
	await once(server.server, "listening");
	const { port } = server.server.address() as AddressInfo;
	const env = { SMTP_URL: `smtp://127.0.0.1:${port}`, PROBE_PRIVATE_TARGETS: "deny" };
	expect(only(await findings(env), "SMTP_URL")).toMatchObject([{ ok: true }]);
	await new Promise<void>((resolve) => server.close(() => resolve()));
	expect(only(await findings(env), "SMTP_URL")).toMatchObject([
		{ ok: false, message: expect.stringContaining("refused the connection") },
	]);
});

test("a port in use is right where Lapwing is well on it, and wrong where it is not, or is something else", async () => {
	let health: object | null = { status: "ok", schedulerTickedAt: 1 };
	const asked = new Set<string | undefined>();
	await using service = await startHttpTarget((request, response) => {
		asked.add(request.headers.host);
		response.end(JSON.stringify(health));
	});
	const found = async () => only(await findings({ PORT: String(service.port) }), "Port")[0];
	expect(await found()).toMatchObject({ ok: true, message: expect.stringContaining("It is healthy.") });
	health = { status: "degraded", problem: "Of 40 checks 40 could not be made.", schedulerTickedAt: 1 };
	expect(await found()).toMatchObject({ ok: false, message: expect.stringContaining("40 could not be made") });
	health = { status: "up" };
	expect(await found()).toMatchObject({ ok: false, message: expect.stringMatching(/is in use .*PORT=/) });
	// No name is needed, which a machine may not resolve.
	expect([...asked]).toEqual([`127.0.0.1:${service.port}`]);
});

test("the origin of links in notices is shown, or that there are none", async () => {
	const found = async (env: Readonly<Record<string, string>>) =>
		only(await findings({ PORT: "7071", ...env }), "PUBLIC_URL")[0]?.message;
	expect(await found({ HOST: "127.0.0.1" })).toContain("http://127.0.0.1:7071");
	expect(await found({ HOST: "0.0.0.0" })).toContain("no link");
	expect(await found({ HOST: "0.0.0.0", PUBLIC_URL: "https://lapwing.example/" })).toBe("https://lapwing.example");
});

test("who may join through the OpenID provider is said, and at a start when that is everybody", async () => {
	expect(only(await findings(), "OIDC_ISSUER")).toEqual([
		{ check: "OIDC_ISSUER", ok: true, message: "not set: nobody signs in through an OpenID provider." },
	]);
	const env = { OIDC_ISSUER: "https://accounts.example.com", OIDC_CLIENT_ID: "lapwing", OIDC_CLIENT_SECRET: "s" };
	const everybody =
		"Everybody with an account of accounts.example.com whose address the provider has verified may join the first " +
		"team as a viewer: OIDC_ALLOWED_DOMAINS is not set. Set it to the domains of your people, unless all accounts " +
		"of the provider are theirs.";
	expect(only(await findings(env), "OIDC_ISSUER")).toEqual([{ check: "OIDC_ISSUER", ok: true, message: everybody }]);
	const some = { ...env, OIDC_ALLOWED_DOMAINS: "example.com,example.org" };
	expect(only(await findings(some), "OIDC_ISSUER")).toMatchObject([
		{ message: expect.stringContaining("is of example.com or example.org may join") },
	]);
	const saidAtStart = async (env: Readonly<Record<string, string>>) => {
		await using service = await Lapwing.start({ env });
		await until(() => (service.log.includes("Lapwing is running") ? true : undefined), { what: "the first lines" });
		const lines = service.log.trim().split("\n");
		return lines.map((line) => JSON.parse(line).msg).filter((message: string) => message.includes("may join"));
	};
	expect([await saidAtStart(env), await saidAtStart(some)]).toEqual([[everybody], []]);
});

test("ping monitors are wrong where the machine can't check them, with what to do", async () => {
	await lapwing(url, "migrate");
	const nowhere = { PATH: directory };
	const without = "this machine can't check ping monitors. The command ping is not installed. Install it:";
	expect(only(await findings(nowhere), "Ping")).toMatchObject([
		{ ok: true, message: expect.stringContaining(without) },
	]);
	const database = await openMigratedDatabase({ databaseUrl: url });
	const team = await createTeam(database, { name: "Acme", slug: "acme" }, 0);
	const settings = { type: "ping", host: "192.0.2.1", packets: 1 } as const;
	const monitor = { ...COMMON_DEFAULTS, name: "Router", settings, teamId: team?.id ?? 0, isEnabled: true };
	await createMonitor(database, monitor, 0, secretBox(new Uint8Array(32)));
	await database.close();
	expect(only(await findings(nowhere), "Ping")).toMatchObject([
		{ ok: false, message: expect.stringMatching(/^1 ping monitors can't be checked\. .*apt-get install iputils-ping/) },
	]);
});

test("each canary is tried, and those that accept no connection are named", async () => {
	await using target = await startHttpTarget(answerOk);
	const found = async (canaries: string) => only(await findings({ PROBE_CANARIES: canaries }), "PROBE_CANARIES");
	expect(await found(`127.0.0.1:${target.port}`)).toMatchObject([{ ok: true, message: "1 of 1 accept a connection." }]);
	const port = await unusedPort();
	expect(await found(`127.0.0.1:${target.port},127.0.0.1:${port}`)).toMatchObject([
		{ ok: false, message: expect.stringContaining(`127.0.0.1:${port}: 127.0.0.1 refused the connection. Use `) },
	]);
});

test("nats init writes files for their owner alone, and prints nothing but the two settings", async () => {
	const folder = join(directory, "made");
	const init = () => lapwing(url, "nats", "init", relative(".", folder), "--port", "4333", "--json");
	const settings = JSON.parse((await init()).stdout);
	const credentials = join(folder, "credentials.json");
	expect(settings).toEqual({ NATS_URL: "nats://127.0.0.1:4333", NATS_CREDENTIALS: credentials });
	for (const file of [credentials, join(folder, "nats.conf")]) expect((await stat(file)).mode & 0o777).toBe(0o600);
	const config = await readFile(join(folder, "nats.conf"), "utf8");
	const paths = Array.from(config.matchAll(/dir: "([^"]+)"/g), ([, path = ""]) => path);
	expect(paths).toHaveLength(2);
	for (const path of paths) expect(isAbsolute(path), path).toBe(true);
	await expect(init()).rejects.toMatchObject({
		code: 2,
		stderr: expect.stringContaining("new keys would shut out every prober"),
	});
});

test("a NATS server that can't be used is wrong, with what to do", async () => {
	expect(only(await findings(), "NATS")).toMatchObject([
		{ ok: true, message: "NATS_URL is not set: all checks are made from this machine." },
	]);
	await lapwing(url, "nats", "init", join(directory, "nats"));
	const credentials = { NATS_CREDENTIALS: join(directory, "nats", "credentials.json") };
	const away = { NATS_URL: `nats://127.0.0.1:${await unusedPort()}`, ...credentials };
	const started =
		"Check that it runs with the nats.conf of `lapwing nats init`, and that NATS_CREDENTIALS is of the same";
	expect(only(await findings(away), "NATS")).toMatchObject([{ ok: false, message: expect.stringContaining(started) }]);

	const info = { server_id: "S", version: "2.9.3", proto: 1, max_payload: 1_048_576, nonce: "n", headers: true };
	const old = createServer((socket) => {
		socket.on("error", () => {}).write(`INFO ${JSON.stringify(info)}\r\n`);
		socket.on("data", (data) => data.includes("PING") && socket.write("PONG\r\n"));
	});
	old.listen(0, "127.0.0.1");
	await once(old, "listening");
	const { port } = old.address() as AddressInfo;
	const found = await findings({ NATS_URL: `nats://127.0.0.1:${port}`, ...credentials });
	const message = `nats://127.0.0.1:${port}: its version is 2.9.3. Install 2.9.4 or later.`;
	expect(only(found, "NATS")).toEqual([{ check: "NATS", ok: false, message }]);
	old.close();
});
