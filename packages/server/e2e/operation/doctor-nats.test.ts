/** What `lapwing doctor` says of a real NATS server that is not as it is to be, and of probers. */

import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { type AddressInfo, createConnection, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { proberUser } from "../../src/dispatch/nats/keys.ts";
import { startNats, WITH_NATS_SERVER } from "../../src/dispatch/nats/testing/nats-server.ts";
import { SETTINGS_FILE } from "../testing/faults/settable-process.ts";
import { Lapwing, lapwing, until } from "../testing/lapwing.ts";
import { startProber } from "../testing/prober.ts";

interface Finding {
	readonly check: string;
	readonly ok: boolean;
	readonly message: string;
}

const BESIDE = "Set NATS_CREDENTIALS to the credentials.json that is beside its nats.conf.";
const INIT = "Start it with the nats.conf of `lapwing nats init`.";

let folder: string;
beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), "lapwing-doctor-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

type Nats = Awaited<ReturnType<typeof startNats>>;
const settingsOf = ({ url, credentialsFile }: Nats) => ({ NATS_URL: url, NATS_CREDENTIALS: credentialsFile });

/** What doctor says of a subject. */
async function said(check: string, env: Readonly<Record<string, string>>): Promise<Finding[]> {
	const all = { DATABASE_URL: `sqlite:${join(folder, "lapwing.db")}`, PROBE_RESOLVERS: "127.0.0.1:9", ...env };
	const { stdout } = await lapwing(all, "doctor", "--json").catch((error: { stdout: string }) => error);
	return (JSON.parse(stdout) as Finding[]).filter((each) => each.check === check);
}

/** A process whose clock is ahead. */
async function aheadBy(clockAheadMs: number): Promise<Readonly<Record<string, string>>> {
	const file = join(folder, `ahead-${clockAheadMs}.json`);
	await writeFile(file, JSON.stringify({ clockAheadMs, probeThreadsEnded: 0 }));
	const program = fileURLToPath(new URL("../testing/faults/settable-process.ts", import.meta.url));
	return { NODE_OPTIONS: `--import ${program}`, [SETTINGS_FILE]: file };
}

describe("of NATS, doctor says", WITH_NATS_SERVER, () => {
	test("that it is right, with its version, the round trip and the clock; or that its clock is off", async () => {
		await using nats = await startNats();
		expect(await said("NATS", settingsOf(nats))).toEqual([
			{
				check: "NATS",
				ok: true,
				message: expect.stringMatching(
					/^nats:\S+ is 2\.\d+\.\d+; a message came back after \d+ ms, its clock is -?\d+ ms off\.$/,
				),
			},
		]);
		const off = await said("NATS", { ...settingsOf(nats), ...(await aheadBy(5_000)) });
		expect(off).toEqual([
			{
				check: "NATS",
				ok: false,
				message: expect.stringMatching(/^the clock of nats:\S+ is -[45]\.\d s off this machine's\. Run an NTP client/),
			},
		]);
	});

	test("that its messages are too small, and that it has no JetStream", async () => {
		const jetstream = /^jetstream \{[^}]*\}$/m;
		await using nats = await startNats((config) => {
			expect(config).toMatch(/^max_payload: 8MB$/m);
			expect(config).toMatch(jetstream);
			return config.replace("max_payload: 8MB", "max_payload: 1MB").replace(jetstream, "");
		});
		expect(await said("NATS", settingsOf(nats))).toEqual([
			{ check: "NATS", ok: false, message: `${nats.url}: its max_payload is below 8388608. ${INIT}` },
			{ check: "NATS", ok: false, message: `${nats.url}: it has no JetStream. ${INIT}` },
		]);
	});

	test("that its version is too old", async () => {
		await using nats = await startNats();
		// An old server is not to be had: a new one that says that it is.
		const relay = createServer((near) => {
			const far = createConnection(Number(new URL(nats.url).port), "127.0.0.1");
			far.once("data", (data) => {
				near.write(data.toString().replace(/"version":"[^"]+"/, '"version":"2.9.3"'));
				far.pipe(near);
				near.pipe(far);
			});
			for (const socket of [near, far]) socket.on("error", () => {});
		});
		relay.listen(0, "127.0.0.1");
		await once(relay, "listening");
		const url = `nats://127.0.0.1:${(relay.address() as AddressInfo).port}`;
		expect(await said("NATS", { ...settingsOf(nats), NATS_URL: url })).toEqual([
			{ check: "NATS", ok: false, message: `${url}: its version is 2.9.3. Install 2.9.4 or later.` },
		]);
		relay.close();
	});

	test("that our users may not do there what they have to, or are not known", async () => {
		await using nats = await startNats();
		await using other = await startNats();
		const own = JSON.parse(await readFile(nats.credentialsFile, "utf8"));
		const foreign = JSON.parse(await readFile(other.credentialsFile, "utf8"));
		const withUsers = async (name: string, users: object) => {
			const file = join(folder, name);
			await writeFile(file, JSON.stringify({ ...own, ...users }), { mode: 0o600 });
			return said("NATS", { NATS_URL: nats.url, NATS_CREDENTIALS: file });
		};
		// One that may do what a prober may.
		const control = await proberUser(nats.credentials, { owner: "all", location: "loc_1" }, "pro_1");
		expect((await withUsers("prober.json", { control: { jwt: control.jwt, seed: control.seed } }))[0]).toEqual({
			check: "NATS",
			ok: false,
			message: expect.stringMatching(
				new RegExp(
					`^${nats.url}: a message of ours did not make the round trip: Permissions Violation .*\\. ${BESIDE}$`,
					"i",
				),
			),
		});
		expect(await withUsers("system.json", { systemUser: foreign.systemUser })).toEqual([
			{
				check: "NATS",
				ok: false,
				message: `${nats.url}: it does not know the system user, so no prober could be shut out. ${BESIDE}`,
			},
		]);
		expect(await said("NATS", { NATS_URL: nats.url, NATS_CREDENTIALS: other.credentialsFile })).toEqual([
			{
				check: "NATS",
				ok: false,
				message: expect.stringMatching(
					/^nats:\S+ can't be used \(.*authori[sz]ation.*\)\. .*NATS_CREDENTIALS is of the same folder\.$/i,
				),
			},
		]);
	});

	test("of a prober that its clock is off", { timeout: 60_000 }, async () => {
		await using nats = await startNats();
		await using stack = new AsyncDisposableStack();
		const env = settingsOf(nats);
		const service = stack.use(await Lapwing.start({ env }));
		const all = { ...env, DATABASE_URL: service.databaseUrl };
		await startProber(stack, all, "frankfurt", { env: await aheadBy(5_000) });
		const offset = async () => (await service.ask("GET", "/api/v1/probers")).body.data.probers[0].clockOffsetMs;
		await until(async () => ((await offset()) === null ? undefined : true), { withinMs: 30_000, what: "its clock" });
		expect(await said("Probers", all)).toEqual([
			{
				check: "Probers",
				ok: false,
				message: expect.stringMatching(
					/^frankfurt in frankfurt is connected, but its clock is [45]\.\d s off\. Run an NTP client there\.$/,
				),
			},
		]);
	});
});
