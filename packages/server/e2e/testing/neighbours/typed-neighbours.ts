/**
 * The monitors of ./scenario.ts that are not http: hostile ones, whose targets cost the prober as much as they can, and
 * healthy ones of the same types in the other team.
 */

import { chmod, mkdir, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import type { Lapwing } from "../lapwing.ts";
import type { Ports } from "./targets-process.ts";

export interface TypedNeighbours {
	/** Names whose server answers with a thousand records that all point to one long name. */
	readonly pointerBombs: number;
	/** WebSockets whose server sends pings without end. */
	readonly pingFloods: number;
	/** Mail servers whose greeting comes byte by byte and never ends. */
	readonly starttlsDribbles: number;
	/** Hosts that answer no ping. */
	readonly silentPings: number;
	/** Healthy monitors of each of these types in the other team. */
	readonly healthyOfEachType: number;
}

/** How the checks of the hostile monitors end; those of pings may also be missed, for the places of their team. */
export const TYPED_REASONS = [
	"ping flood: protocol",
	"pointer bomb: dns_failure",
	"silent ping: packet_loss",
	"starttls dribble: timeout",
] as const;

type Body = Readonly<Record<string, unknown>>;

/** Creates them through the API: their first checks are due at once. */
export async function addTypedMonitors(
	service: Lapwing,
	ports: Ports,
	counts: TypedNeighbours,
	keys: { readonly healthy: string; readonly hostile: string },
	timeoutSeconds: number,
): Promise<void> {
	const add = async (key: string, name: string, count: number, bodyOf: (index: number) => Body) => {
		for (let index = 0; index < count; index += 1) {
			const body = { name, timeoutSeconds, ...bodyOf(index) };
			const { status, body: answer } = await service.ask("POST", "/api/v1/monitors", body, key);
			if (status !== 201) throw new Error(`Not created: ${JSON.stringify(answer)}`);
		}
	};
	const host = "127.0.0.1";
	const smtp = { type: "tcp", host, tls: "starttls", protocol: "smtp" };
	const expect = { type: "contains", value: "ok" };
	const bomb = { type: "dns", domain: "bomb.example", recordType: "SOA", resolver: ports.pointerBomb };
	await add(keys.hostile, "pointer bomb", counts.pointerBombs, () => bomb);
	const flood = { type: "websocket", url: `ws://${host}:${ports.pingFlood}/`, expect };
	await add(keys.hostile, "ping flood", counts.pingFloods, () => flood);
	await add(keys.hostile, "starttls dribble", counts.starttlsDribbles, () => ({ ...smtp, port: ports.dribble }));
	const silent = (index: number) => ({ type: "ping", host: `127.0.1.${index % 250}`, packets: 3 });
	await add(keys.hostile, "silent ping", counts.silentPings, silent);

	const healthy: Body[] = [
		{ type: "dns", domain: "target.good.example", recordType: "A", resolver: ports.resolver },
		{ type: "websocket", url: `ws://${host}:${ports.websocket}/`, expect },
		{ type: "tcp", host, port: ports.banner, expect },
		{ type: "ping", host, packets: 1 },
	];
	for (const body of healthy) await add(keys.healthy, "healthy", counts.healthyOfEachType, () => body);
}

/**
 * A ping of our own, for there is no silent address that every machine can send to: 127.0.0.1 replies, no other does.
 * Returns the PATH on which it comes first.
 */
export async function pathWithPing(directory: string): Promise<string> {
	const folder = join(directory, "bin");
	await mkdir(folder);
	const reply = 'echo "64 bytes from 127.0.0.1: icmp_seq=1 ttl=64 time=0.1 ms"; exit 0';
	// As the system's ping, it sums up when it is interrupted; one that says nothing at all is a fault of ours.
	const summary = 'kill $!; echo "3 packets transmitted, 0 received, 100% packet loss, time 2000ms"; exit 1';
	const silence = `trap '${summary}' INT; echo "PING (127.0.1.1) 56(84) bytes of data."; sleep 60 & wait`;
	await writeFile(join(folder, "ping"), `#!/bin/sh\ncase "$*" in *" 127.0.0.1") ${reply};; esac\n${silence}\n`);
	await chmod(join(folder, "ping"), 0o755);
	return [folder, process.env["PATH"] ?? ""].join(delimiter);
}
