/**
 * All targets of a script in one process, and the name server of the service under test. Each target has an address of
 * its own and does at any time what its script says; what it does to a connection is decided when that is accepted.
 * The name server fails when it is told to.
 */

import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { createSecureContext, type SecureContext, TLSSocket } from "node:tls";
import { createAuthority, selfSigned } from "../../../src/probe/targets/certificates.ts";
import { type DnsServer, type Reply, startDnsServer, type Zone } from "../../../src/probe/targets/dns-server.ts";
import { outageAt, type ScriptedTarget, type Span, type TargetFault } from "./script.ts";

export interface TargetsReady {
	readonly kind: "ready";
	readonly port: number;
	/** For PROBE_RESOLVERS. */
	readonly resolver: string;
	/** PEM of the authority that the service is to trust. */
	readonly root: string;
}

/** How the name server behaves. */
export type ResolverMode = "well" | "dead" | "slow" | "too_slow" | "lying" | "denying";

export type ToTargets =
	| { readonly kind: "serve"; readonly targets: readonly ScriptedTarget[] }
	| { readonly kind: "resolver"; readonly mode: ResolverMode }
	| { readonly kind: "stalls" };

/** When this process itself stood still: what its targets did then is not in the script. */
export interface Stalls {
	readonly kind: "stalls";
	readonly spans: readonly Span[];
}

/** Above DEGRADED_AFTER_MS (./fill.ts) by more than a busy machine stands still; below the timeout of the long form. */
const SLOW_ANSWER_MS = 4_000;
const SLOW_NAMES_MS = 1_500;
/** Longer than the timeout. */
const TOO_SLOW_NAMES_MS = 8_000;
const LIES: readonly Reply[] = ["servfail", "malformed", "another_question", "refused"];
const TICK_MS = 50;
const STALL_MS = 200;

const answer = (status: string, body: string) =>
	`HTTP/1.1 ${status}\r\nContent-Type: text/plain\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`;
const WELL = answer("200 OK", "all is well\n");
const CLOSED = answer("200 OK", "we are closed\n");
const FAILED = answer("503 Service Unavailable", "all is well\n");

const authority = await createAuthority();
const context = ({ chain, key }: { chain: string; key: string }) => createSecureContext({ cert: chain, key });
/** The wrong ones, one after the other. */
const wrong: readonly SecureContext[] = [
	context(await authority.issue({ names: ["target.example"], validFromDays: -9, validToDays: -1 })),
	context(await authority.issue({ names: ["another.example"] })),
	context(await selfSigned()),
];

async function serve(targets: readonly ScriptedTarget[]): Promise<number> {
	let port = 0;
	for (const target of targets) {
		const names = [target.name ?? target.address];
		const valid = target.speaksTls ? context(await authority.issue({ names })) : null;
		const server = createServer((socket) => accept(target, valid, socket));
		await listen(server, target.address, port);
		port ||= (server.address() as AddressInfo).port;
		for (const { fault, from, to } of target.outages)
			if (fault === "refuse") refuseWithin(server, { from, to }, target);
	}
	return port;
}

function listen(server: Server, host: string, port: number): Promise<void> {
	return new Promise((resolve, reject) => {
		server.once("error", reject);
		server.listen({ host, port, backlog: 128 }, () => {
			server.off("error", reject);
			resolve();
		});
	});
}

function refuseWithin(server: Server, { from, to }: Span, { address }: ScriptedTarget): void {
	let port = 0;
	setTimeout(() => {
		({ port } = server.address() as AddressInfo);
		server.close();
	}, from - Date.now());
	setTimeout(() => void listen(server, address, port), to - Date.now());
}

function accept(target: ScriptedTarget, valid: SecureContext | null, socket: Socket): void {
	const fault = outageAt(target, Date.now())?.fault ?? null;
	socket.on("error", () => {});
	if (fault === "hang") return;
	if (fault === "reset") {
		socket.once("data", () => socket.resetAndDestroy());
		return;
	}
	const secureContext = fault === "certificate" ? wrong[target.index % wrong.length] : valid;
	const stream = secureContext ? new TLSSocket(socket, { isServer: true, secureContext }) : socket;
	stream.on("error", () => {});
	stream.once("data", () => reply(stream, fault));
}

function reply(stream: Socket, fault: TargetFault | null): void {
	if (fault === "slow") setTimeout(() => stream.end(WELL), SLOW_ANSWER_MS);
	else stream.end(fault === "status" ? FAILED : fault === "body" ? CLOSED : WELL);
}

function zoneOf(targets: readonly ScriptedTarget[], mode: ResolverMode): Zone {
	if (mode === "dead") return { "*": "silence" };
	if (mode === "denying") return { "*": "nxdomain" };
	if (mode === "lying") {
		const lies = targets.map(({ name, index }): [string, Reply] => [
			name ?? "",
			LIES[index % LIES.length] ?? "servfail",
		]);
		return { ...Object.fromEntries(lies), "*": "servfail" };
	}
	const delayMs = mode === "slow" ? SLOW_NAMES_MS : mode === "too_slow" ? TOO_SLOW_NAMES_MS : 0;
	const named = targets.flatMap(({ name, address }): [string, Reply][] =>
		name === null ? [] : [[name, { addresses: [address], ttlSeconds: 0, delayMs }]],
	);
	// The control query too: were it answered at once, the names' own servers would be slow, which is the targets' fault.
	const others: Zone = delayMs > 0 ? { "*": { addresses: ["192.0.2.1"], delayMs } } : {};
	return { ...Object.fromEntries(named), ...others };
}

/** Answers with the times in which this process stood still, whenever it is asked. */
function watchStalls(): () => readonly Span[] {
	const spans: Span[] = [];
	let ticked = Date.now();
	setInterval(() => {
		const now = Date.now();
		if (now - ticked > TICK_MS + STALL_MS) spans.push({ from: ticked, to: now });
		ticked = now;
	}, TICK_MS);
	return () => spans;
}

const stalls = watchStalls();
let names: DnsServer | undefined;
let served: readonly ScriptedTarget[] = [];

process.on("message", async (message: ToTargets) => {
	switch (message.kind) {
		case "serve": {
			served = message.targets;
			const port = await serve(served);
			names = await startDnsServer(zoneOf(served, "well"));
			const ready: TargetsReady = { kind: "ready", port, resolver: names.address, root: authority.certificate };
			process.send?.(ready);
			break;
		}
		case "resolver":
			if (names) names.zone = zoneOf(served, message.mode);
			break;
		case "stalls":
			process.send?.({ kind: "stalls", spans: stalls() } satisfies Stalls);
			break;
	}
});
process.on("disconnect", () => process.exit());
