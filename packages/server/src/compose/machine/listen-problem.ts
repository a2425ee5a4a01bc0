/** Why the service can't listen where it is set to, and which setting to change. */

import { networkInterfaces } from "node:os";
import { portOwner } from "./port-owner.ts";

/** The message names the setting to change. */
export class CannotListen extends Error {
	override readonly name = "CannotListen";
}

interface Place {
	readonly host: string;
	readonly port: number;
}

/** `error` as a sentence for the operator; null for errors that have nothing to do with the address. */
export function listenProblem(error: unknown, { host, port }: Place): string | null {
	switch (error instanceof Error && "code" in error ? error.code : null) {
		case "EADDRINUSE": {
			const owner = portOwner(port);
			const by = owner === null ? "another program" : `${owner.command} (process ${owner.pid})`;
			return `Port ${port} of ${host} is in use by ${by}. Stop that one, or choose another port: PORT=${nextPort(port)}.`;
		}
		case "EADDRNOTAVAIL":
			return `HOST=${host} is no address of this machine. Its addresses: ${ownAddresses().join(", ")}; 0.0.0.0 for all.`;
		case "ENOTFOUND":
		case "EAI_AGAIN":
			return `HOST=${host} is no name that this machine can resolve. Its addresses: ${ownAddresses().join(", ")}.`;
		case "EACCES":
			return `This user may not open port ${port}. Choose one above 1023, such as PORT=7070, and put a proxy before it.`;
		default:
			return null;
	}
}

function nextPort(port: number): number {
	return port < 65_535 ? port + 1 : 7070;
}

function ownAddresses(): string[] {
	const all = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
	return [...new Set(all.map(({ address }) => address))].filter((address) => !address.startsWith("fe80:"));
}
