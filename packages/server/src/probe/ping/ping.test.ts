import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { findPing } from "../../net/ping/ping-command.ts";
import { startDnsServer } from "../targets/dns-server.ts";
import { type ObserveOptions, observe } from "../testing/observe.ts";

let folder: string;
beforeAll(() => {
	folder = mkdtempSync(join(tmpdir(), "lapwing-ping-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** This machine's own address, where a ping that works replies. */
const REPLIES_HERE =
	'case "$*" in *127.0.0.1) echo "64 bytes from 127.0.0.1: icmp_seq=1 ttl=64 time=0.1 ms"; exit 0;; esac';
const TARGET = "127.0.0.2";
let programs = 0;

/** What every ping prints first. */
const HEADER = 'echo "PING somewhere: 56 data bytes"';

/** A ping that does as `script` says; it finds this machine's own address unless `isBroken`. */
function program(script: string, isBroken = false): string {
	const path = join(folder, `ping-${++programs}`);
	writeFileSync(path, `#!/bin/sh\n${isBroken ? "" : REPLIES_HERE}\n${script}\n`);
	chmodSync(path, 0o755);
	return path;
}

async function look(
	pingProgram: string | undefined,
	options: ObserveOptions & { packets?: number; host?: string } = {},
) {
	const { packets = 3, host = TARGET, ...others } = options;
	const seen = { ...(pingProgram && { pingProgram }), timeoutMs: 5_000, ...others };
	return await observe({ type: "ping", host, packets }, seen);
}

const reply = (sequence: number, ms: number | string) =>
	`echo "64 bytes from ${TARGET}: icmp_seq=${sequence} ttl=64 time=${ms} ms"`;
const allReplies = [reply(1, 10), reply(2, 20), reply(3, 60)].join("\n");

describe.concurrent("a host that answers", () => {
	test("is up, and its response time is the mean round trip", async () => {
		const { observation, judgement } = await look(program(allReplies));
		expect(judgement.verdict).toBe("up");
		expect(observation).toMatchObject({ type: "ping", sent: 3, received: 3, responseTimeMs: 30, address: TARGET });
		expect(observation).toMatchObject({ phases: { dns: 0, connect: 0, tls: 0, first_byte: 30, transfer: 0 } });
	});

	test("is asked for so many packets, by address, without names", async () => {
		const { observation } = await look(
			program(`echo "$@" >&2; [ "$*" = "-n -i 0.2 -c 5 ${TARGET}" ] || exit 2\n${allReplies}`),
			{
				packets: 5,
			},
		);
		expect(observation).toMatchObject({ sent: 5, received: 3 });
	});

	test("is asked for fewer packets when there is no time for all", async () => {
		const { observation } = await look(program(`case "$*" in *"-c 3 "*) ;; *) exit 2;; esac\n${allReplies}`), {
			packets: 10,
			timeoutMs: 1_000,
		});
		expect(observation).toMatchObject({ sent: 3, received: 3 });
	});

	test("is slow like any other", async () => {
		const { judgement } = await look(program(`${reply(1, 1500)}`), { packets: 1, degradedAfterMs: 1_000 });
		expect(judgement).toMatchObject({ verdict: "degraded", reason: "slow" });
	});

	test("is found by its name, at its tested addresses, the next one where this machine has no network to one", async () => {
		await using names = await startDnsServer({ "both.example": { addresses: ["127.0.0.2", "::1"] } });
		const noIpv6 = program(
			`case "$*" in *::1) echo "ping: connect: Network is unreachable" >&2; exit 2;; esac\n${allReplies}`,
		);
		const { observation } = await look(noIpv6, { host: "both.example", resolvers: [names.address] });
		expect(observation).toMatchObject({ kind: "answered", address: TARGET });
	});

	test("is pinged by a ping that knows fewer options", async () => {
		const path = join(folder, "old-ping");
		const old = 'case "$*" in *-i*|*-n*) echo "ping: invalid option" >&2; exit 1;; esac';
		writeFileSync(path, `#!/bin/sh\n${old}\n${REPLIES_HERE}\n${allReplies}\n`);
		chmodSync(path, 0o755);
		expect((await look(path)).judgement.verdict).toBe("up");
	});
});

describe.concurrent("a host or a ping that misbehaves", () => {
	// What happens; what ping prints and does; the verdict, its reason, a part of the message.
	test.each<[string, string, "down" | "degraded" | "missed" | "up", string | null, RegExp | null]>([
		["no packet is answered", `${HEADER}; exit 1`, "down", "packet_loss", /answered none of 3 packets/],
		["no packet is answered (BSD)", `${HEADER}; exit 2`, "down", "packet_loss", /none of 3/],
		[
			"one packet is lost",
			`${reply(1, 1)}\n${reply(3, 1)}\nexit 0`,
			"degraded",
			"packet_loss",
			/2 of 3 packets were answered/,
		],
		["two packets are lost", `${reply(2, 1)}`, "degraded", "packet_loss", /1 of 3/],
		[
			"a router reports no route",
			'echo "From 192.0.2.254 icmp_seq=1 Destination Host Unreachable"; exit 1',
			"down",
			"unreachable",
			/no route/,
		],
		[
			"a router reports a closed network",
			'echo "From 192.0.2.254 icmp_seq=1 Destination Net Unreachable"; exit 1',
			"down",
			"unreachable",
			/no route/,
		],
		[
			"a router reports no route for some packets",
			`echo "From 192.0.2.254 icmp_seq=1 Destination Host Unreachable"\n${reply(2, 1)}`,
			"degraded",
			"packet_loss",
			/1 of 3/,
		],
		[
			"time to live is exceeded",
			'echo "From 192.0.2.254 icmp_seq=1 Time to live exceeded"; exit 1',
			"down",
			"packet_loss",
			/none of 3/,
		],
		["each reply comes twice", `${reply(1, 1)}\n${reply(1, 2)}\nexit 0`, "degraded", "packet_loss", /1 of 3/],
		[
			"another host answers",
			`echo "64 bytes from 192.0.2.9: icmp_seq=1 ttl=64 time=1 ms (DIFFERENT ADDRESS!)"; exit 0`,
			"down",
			"packet_loss",
			/none/,
		],
		["there are more replies than packets", [1, 2, 3, 4, 5].map((each) => reply(each, 1)).join("\n"), "up", null, null],
		[
			"round trips are no numbers",
			`${reply(1, "soon")}; exit 0`,
			"missed",
			"no_capacity",
			/no round trip that can be read/,
		],
		[
			"round trips are negative",
			`${reply(1, "-3")}; exit 0`,
			"missed",
			"no_capacity",
			/no round trip that can be read/,
		],
		[
			"a round trip takes days",
			`${reply(1, 500_000_000)}; exit 0`,
			"missed",
			"no_capacity",
			/no round trip that can be read/,
		],
		[
			"the last line breaks off",
			`${reply(1, 1)}\n${reply(2, 1)}\nprintf "64 bytes from ${TARGET}: icmp_seq=3 ti"`,
			"degraded",
			"packet_loss",
			/2 of 3/,
		],
		["it exits with an error after all replies", `${allReplies}\nexit 1`, "up", null, null],
		[
			"it prints an error beside all replies",
			`${allReplies}\necho "ping: sendmsg: No buffer space available" >&2`,
			"up",
			null,
			null,
		],
		["it is killed after some replies", `${reply(1, 1)}\nkill -9 $$`, "degraded", "packet_loss", /1 of 3/],
		[
			"a privilege is missing",
			'echo "ping: socket: Operation not permitted" >&2; exit 2',
			"missed",
			"no_capacity",
			/may not send pings/,
		],
		[
			"a rule of this machine forbids it",
			'echo "ping: sendmsg: Operation not permitted" >&2; exit 1',
			"missed",
			"no_capacity",
			/forbids it/,
		],
		[
			"this machine has no network",
			'echo "ping: connect: Network is unreachable" >&2; exit 2',
			"missed",
			"no_network",
			/no network that leads to/,
		],
		[
			"this machine's network is down",
			'echo "ping: sendto: Network is down" >&2; exit 2',
			"missed",
			"no_network",
			/no network/,
		],
		[
			"this machine has no IPv6",
			'echo "ping: socket: Address family not supported by protocol" >&2; exit 2',
			"missed",
			"no_network",
			/no network/,
		],
		[
			"this machine has no address to send from",
			'echo "ping: connect: Cannot assign requested address" >&2; exit 2',
			"missed",
			"no_network",
			/no network/,
		],
		[
			"this machine has no memory",
			'echo "ping: sendmsg: No buffer space available" >&2; exit 1',
			"missed",
			"no_capacity",
			/no resources/,
		],
		[
			"this machine has no file descriptors",
			'echo "ping: socket: Too many open files" >&2; exit 2',
			"missed",
			"no_capacity",
			/no resources/,
		],
		[
			"it does not understand its options",
			'echo "usage: ping host" >&2; exit 64',
			"missed",
			"no_capacity",
			/failed \(exit code 64\)/,
		],
		["it crashes", "kill -SEGV $$", "missed", "no_capacity", /ping failed/],
		["it ends without a word", "exit 3", "missed", "no_capacity", /exit code 3/],
		["it ends well without a word", "exit 0", "missed", "no_capacity", /no round trip that can be read/],
		["it prints without end", "yes | cat", "missed", "no_capacity", /more than it ever should/],
		["it writes errors without end", "yes >&2", "missed", "no_capacity", /more than it ever should/],
	])("%s", async (_what, script, verdict, reason, message) => {
		const { judgement } = await look(program(script));
		expect(judgement).toMatchObject({ verdict, reason, message: message && expect.stringMatching(message) });
	});

	test.each([
		["for as long as it may run", "sleep 30"],
		["and says that nobody replied", "exit 1"],
	])("a ping that is silent for one host, %s, is missed: a real one says what it does", async (_what, script) => {
		const { judgement } = await look(program(script), { timeoutMs: 700 });
		expect(judgement).toMatchObject({
			verdict: "missed",
			reason: "no_capacity",
			message: "The command ping printed nothing.",
		});
	});

	test("a ping that writes its summary when it is interrupted is down: the host did not answer", async () => {
		const script = `trap 'echo "3 packets transmitted, 0 received, 100% packet loss"; exit 1' INT; sleep 30 & wait`;
		const { judgement } = await look(program(script), { timeoutMs: 700 });
		expect(judgement).toMatchObject({ verdict: "down", reason: "packet_loss" });
	});

	test.each([
		["it hangs", `${HEADER}; sleep 30`],
		["it hangs and ignores being asked to end", `trap '' TERM INT HUP; ${HEADER}; sleep 30`],
		["it leaves a child behind that holds its output", `${HEADER}; sleep 30 & exit 1`],
	])("%s: it ends at the deadline at the latest, with all that it started", async (_what, script) => {
		const mark = `${process.pid}${++programs}`;
		const startedAt = performance.now();
		const { judgement } = await look(program(script.replace("30", `30.${mark}`)), { timeoutMs: 700 });
		expect(judgement).toMatchObject({ verdict: "down", reason: "packet_loss" });
		expect(performance.now() - startedAt).toBeLessThan(15_000);
		await vi.waitFor(() => expect(processesWith(`30.${mark}`)).toEqual([]), 10_000);
	});

	test("replies that came before the deadline count", async () => {
		const { judgement } = await look(program(`${reply(1, 1)}\nsleep 30`), { timeoutMs: 1_000 });
		expect(judgement).toMatchObject({
			verdict: "degraded",
			reason: "packet_loss",
			message: "1 of 3 packets were answered.",
		});
	});
});

/** Commands that run now with `argument`, as far as the system shows them. */
function processesWith(argument: string): string[] {
	if (!existsSync("/proc/self/cmdline")) return [];
	const commands = readdirSync("/proc").flatMap((pid) => {
		try {
			return /^\d+$/.test(pid) ? [readFileSync(`/proc/${pid}/cmdline`, "utf8")] : [];
		} catch {
			// It has ended meanwhile.
			return [];
		}
	});
	return commands.filter((command) => command.split("\0").includes(argument));
}

describe.concurrent("a machine that may not ping", () => {
	test.each([
		["has no ping", () => join(folder, "none"), /not installed.*apt-get install iputils-ping/],
		["has a ping that is no program", () => folder, /ping_group_range/],
		[
			"lacks the privilege",
			() => program('echo "ping: socket: Operation not permitted" >&2; exit 2', true),
			/cap_net_raw/,
		],
		["gets no reply from itself", () => program("exit 1", true), /no reply from this machine itself/],
	])("%s: checks are missed, and the message says what to grant", async (_what, path, remedy) => {
		const { judgement } = await look(path());
		expect(judgement).toMatchObject({
			verdict: "missed",
			reason: "no_capacity",
			message: expect.stringMatching(remedy),
		});
		expect(await findPing(path())).toMatchObject({ kind: "no_ping", remedy: expect.stringMatching(remedy) });
	});
});

test("addresses that may not be connected to are not pinged", async () => {
	const touched = program("exit 9");
	expect((await look(touched, { host: "169.254.169.254" })).judgement.reason).toBe("target_forbidden");
	expect((await look(touched, { allowPrivateTargets: false })).judgement.reason).toBe("target_forbidden");
});

test("a name is resolved like that of any other target", async () => {
	await using names = await startDnsServer({ "broken.example": "servfail" });
	const options = { resolvers: [names.address] };
	const path = program("exit 9");
	expect((await look(path, { host: "gone.example", ...options })).judgement.reason).toBe("dns_not_found");
	expect((await look(path, { host: "broken.example", ...options })).judgement.reason).toBe("dns_failure");
	expect((await look(path, { host: "any.example" })).judgement).toMatchObject({
		verdict: "missed",
		reason: "resolver",
	});
});

const system = await findPing();

test.runIf(system.kind === "command")("the system's own ping is understood", async () => {
	const { observation, judgement } = await look(undefined, { host: "127.0.0.1", packets: 2 });
	expect(judgement.verdict).toBe("up");
	expect(observation).toMatchObject({ kind: "answered", sent: 2, received: 2, address: "127.0.0.1" });
	expect(observation.kind === "answered" && observation.responseTimeMs).toBeLessThan(1_000);
});
