/**
 * Faults of the path between the service and its targets: packets that are lost, and packets that are late. With
 * `tc netem`, and where the kernel lacks it with filters and queues that it has: a classic BPF program that drops a
 * share of the packets where they arrive, and links that are too slow for what is sent.
 *
 * The packets of targets and of name servers alone are touched, never those of the API or of the database.
 */

import { execFileSync } from "node:child_process";
import type { OurFault } from "./injectable-fault.ts";
import { isInOwnNamespaces } from "./own-namespaces.ts";

/** Of the packets, in each direction: of a question and its reply, one of the two is lost in 36 %. */
const LOST_SHARE = 0.2;
/** Targets share as many links; an http check sends a kilobyte or two, one over TLS five. */
const LINKS = 64;
const LINK_RATE = "32kbit";

/** All targets have addresses in it (./script.ts). */
const TARGETS = { net: "127.10.0.0/16", address: 0x7f0a0000, mask: 0xffff0000 };
const UDP = 17;
/** Offsets within the IPv4 header, and the place of a random number, as a filter loads them (linux/filter.h). */
const NETWORK = 2 ** 32 - 0x100000;
const PROTOCOL = NETWORK + 9;
const SOURCE = NETWORK + 12;
const DESTINATION = NETWORK + 16;
const RANDOM = 2 ** 32 - 0x1000 + 56;
/** Instructions of a classic BPF program (linux/bpf_common.h). */
const LOAD_WORD = 0x20;
const LOAD_BYTE = 0x30;
const AND = 0x54;
const OR = 0x44;
const JUMP = 0x05;
const JUMP_IF_EQUAL = 0x15;
const JUMP_IF_AT_LEAST = 0x35;
const RETURN = 0x06;
const RETURN_COMPUTED = 0x16;
/** What a filter says of a packet (linux/pkt_cls.h): let it pass, drop it, or the class in which it waits. */
const PASS = 2 ** 32 - 1;
const DROP = 2;
const CLASS = 0x10000;
const OTHERS = 1;

type Instruction = readonly [code: number, ifTrue: number, ifFalse: number, value: number];

const bytecode = (program: readonly Instruction[]) =>
	`bytecode "${program.length},${program.map((each) => each.join(" ")).join(",")}"`;

const LOSE = bytecode([
	[LOAD_BYTE, 0, 0, PROTOCOL],
	[JUMP_IF_EQUAL, 6, 0, UDP],
	[LOAD_WORD, 0, 0, DESTINATION],
	[AND, 0, 0, TARGETS.mask],
	[JUMP_IF_EQUAL, 3, 0, TARGETS.address],
	[LOAD_WORD, 0, 0, SOURCE],
	[AND, 0, 0, TARGETS.mask],
	[JUMP_IF_EQUAL, 0, 2, TARGETS.address],
	[LOAD_WORD, 0, 0, RANDOM],
	[JUMP_IF_AT_LEAST, 0, 1, Math.floor(LOST_SHARE * 2 ** 32)],
	[RETURN, 0, 0, PASS],
	[RETURN, 0, 0, DROP],
]);

/** The class is that of the target's link, whichever way the packet goes. */
const CHOOSE_LINK = bytecode([
	[LOAD_WORD, 0, 0, DESTINATION],
	[AND, 0, 0, TARGETS.mask],
	[JUMP_IF_EQUAL, 0, 2, TARGETS.address],
	[LOAD_WORD, 0, 0, DESTINATION],
	[JUMP, 0, 0, 4],
	[LOAD_WORD, 0, 0, SOURCE],
	[AND, 0, 0, TARGETS.mask],
	[JUMP_IF_EQUAL, 0, 4, TARGETS.address],
	[LOAD_WORD, 0, 0, SOURCE],
	[AND, 0, 0, LINKS - 1],
	[OR, 0, 0, CLASS + LINKS],
	[RETURN_COMPUTED, 0, 0, 0],
	[RETURN, 0, 0, CLASS + OTHERS],
]);

const ALL_ELSE = [
	"qdisc add dev lo root handle 1: htb default 1",
	"class add dev lo parent 1: classid 1:1 htb rate 10gbit quantum 60000",
];

/** Commands of tc. */
interface Means {
	readonly name: string;
	readonly begin: readonly string[];
	readonly end: readonly string[];
}

function netem(setting: string): Means {
	const touched = [`ip dst ${TARGETS.net}`, `ip src ${TARGETS.net}`, `ip protocol ${UDP} 0xff`];
	return {
		name: "tc netem",
		begin: [
			...ALL_ELSE,
			"class add dev lo parent 1: classid 1:2 htb rate 10gbit quantum 60000",
			`qdisc add dev lo parent 1:2 handle 2: netem ${setting}`,
			...touched.map((match) => `filter add dev lo parent 1: protocol ip prio 1 u32 match ${match} flowid 1:2`),
		],
		end: ["qdisc del dev lo root"],
	};
}

const FILTER: Means = {
	name: "a BPF filter",
	begin: ["qdisc add dev lo clsact", `filter add dev lo ingress protocol ip bpf da ${LOSE}`],
	end: ["qdisc del dev lo clsact"],
};

const SLOW_LINKS: Means = {
	name: `links of ${LINK_RATE}/s`,
	begin: [
		...ALL_ELSE,
		...Array.from({ length: LINKS }, (_, link) => {
			const id = `1:${(LINKS + link).toString(16)}`;
			return `class add dev lo parent 1: classid ${id} htb rate ${LINK_RATE} burst 200 cburst 200 quantum 1600`;
		}),
		`filter add dev lo parent 1: protocol ip bpf ${CHOOSE_LINK}`,
	],
	end: ["qdisc del dev lo root"],
};

/** The first of `means` that this kernel takes, or why it takes none. */
function usable(means: readonly Means[]): Means | string {
	if (!isInOwnNamespaces()) return "needs root, for a network of its own";
	let refusal = "";
	for (const each of means) {
		try {
			tc(each.begin);
			tc(each.end);
			return each;
		} catch (error) {
			const { stderr } = error as { stderr?: unknown };
			const [line = ""] = String(stderr || error).split("\n");
			refusal = `this kernel refuses ${each.name} (${line.trim()})`;
			undo(each.end);
		}
	}
	return refusal;
}

function pathFault(id: string, means: readonly Means[], hides: OurFault["hides"]): OurFault {
	const chosen = usable(means);
	const isUsable = typeof chosen !== "string";
	return {
		id,
		owner: "path",
		...(isUsable ? { by: chosen.name } : {}),
		lastsSeconds: 30,
		settlesSeconds: 5,
		hides,
		lacks: () => (isUsable ? null : chosen),
		async inject(_test, lasts) {
			if (!isUsable) return;
			tc(chosen.begin);
			await lasts();
			tc(chosen.end);
		},
	};
}

function tc(commands: readonly string[]): void {
	execFileSync("tc", ["-batch", "-"], { input: commands.join("\n"), stdio: ["pipe", "pipe", "pipe"] });
}

/** What was begun before a command failed. */
function undo(commands: readonly string[]): void {
	try {
		tc(commands);
	} catch {
		// Nothing was.
	}
}

/** A question for a name may be lost again and again, and a connection be accepted only when the outage is over. */
const EVERY_TARGET = () => true;
const NO_TARGET = () => false;

export const PATH_FAULTS: readonly OurFault[] = [
	pathFault("packets lost", [netem(`loss ${LOST_SHARE * 100}%`), FILTER], EVERY_TARGET),
	pathFault("packets delayed", [netem("delay 300ms 100ms"), SLOW_LINKS], NO_TARGET),
];
