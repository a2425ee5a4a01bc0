/** What `lapwing doctor` finds out about this machine: Node, its certificate authorities, and the port. */

import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer } from "node:net";
import { DESCRIPTORS_WITH_READERS, READERS } from "../../compose/machine/check-slots.ts";
import { listenProblem } from "../../compose/machine/listen-problem.ts";
import { remedyForPing } from "../../compose/machine/machine-needs.ts";
import { originOf } from "../../compose/origins.ts";
import type { Config } from "../../config/config.ts";
import { reasonOf } from "../command.ts";
import type { Finding } from "./finding.ts";

/** The first version with Temporal. */
const OLDEST_NODE = 26;
/** A service on this machine that takes longer to answer is not healthy. */
const HEALTH_WITHIN_MS = 3_000;

/** The members of /healthz that are read. */
interface Health {
	readonly status: string;
	readonly problem?: string;
}

export function node(): Finding {
	const major = Number(process.versions.node.split(".")[0]);
	const ok = major >= OLDEST_NODE;
	return {
		check: "Node.js",
		ok,
		message: ok ? process.version : `${process.version} is too old; bin/up installs the right version.`,
	};
}

/** @param allowed file descriptors that a process may open: `ulimit -n` */
export function openFiles(allowed: number): Finding {
	const check = "Open files";
	if (allowed >= DESCRIPTORS_WITH_READERS) {
		return { check, ok: true, message: `enough for ${READERS} readers of status pages at once.` };
	}
	return {
		check,
		ok: false,
		message:
			`a process may open ${allowed} files (nofile); ${READERS} readers of status pages at once, beside checks and the ` +
			`API, need ${DESCRIPTORS_WITH_READERS}. Raise it: LimitNOFILE= of the systemd unit, --ulimit nofile of Docker, or ` +
			"ulimit -n.",
	};
}

/** When Node can't read them it only prints a warning, and every check that needs them fails. */
export function authorities(file: string | undefined): Finding {
	const check = "NODE_EXTRA_CA_CERTS";
	if (!file) return { check, ok: true, message: "not set: checks trust the certificate authorities that Node knows." };
	try {
		const { subject } = new X509Certificate(readFileSync(file));
		return { check, ok: true, message: `${file} begins with ${subject.replaceAll("\n", ", ")}.` };
	} catch (error) {
		return {
			check,
			ok: false,
			message: `${file} contains no readable certificate (${reasonOf(error)}). Use a PEM file.`,
		};
	}
}

/** @param monitors how many ping monitors are checked; without them a machine that can't ping is as it should be */
export async function ping(monitors: number): Promise<Finding> {
	const check = "Ping";
	const remedy = await remedyForPing();
	if (remedy === null) return { check, ok: true, message: "this machine can check ping monitors." };
	const who =
		monitors === 0 ? "this machine can't check ping monitors." : `${monitors} ping monitors can't be checked.`;
	return { check, ok: monitors === 0, message: `${who} ${remedy}` };
}

export async function port({ host, port: number }: Config): Promise<Finding> {
	const check = "Port";
	const { promise, resolve } = Promise.withResolvers<NodeJS.ErrnoException | null>();
	const server = createServer();
	server.once("error", resolve);
	server.listen(number, host, () => server.close(() => resolve(null)));
	const error = await promise;
	if (!error) return { check, ok: true, message: `${host}:${number} is free.` };
	// By its address: on a machine without an entry for localhost in /etc/hosts the name may not resolve.
	const address = host === "0.0.0.0" ? "127.0.0.1" : host === "::" ? "::1" : host;
	const health = error.code === "EADDRINUSE" ? await healthAt(originOf(address, number)) : null;
	if (health !== null) {
		const message = `Lapwing runs on ${host}:${number}. ${health.problem ?? "It is healthy."}`;
		return { check, ok: health.status === "ok", message };
	}
	const message = listenProblem(error, { host, port: number }) ?? `${host}:${number} cannot be opened (${error.code}).`;
	return { check, ok: false, message };
}

/** What a service on this machine says of itself; null when it is none of Lapwing's. */
async function healthAt(origin: string): Promise<Pick<Health, "status" | "problem"> | null> {
	try {
		const answer = await fetch(new URL("/healthz", origin), { signal: AbortSignal.timeout(HEALTH_WITHIN_MS) });
		const health = (await answer.json()) as Partial<Health> | null;
		if (health?.status === undefined || !("schedulerTickedAt" in health)) return null;
		return { status: health.status, ...(health.problem !== undefined && { problem: health.problem }) };
	} catch {
		return null;
	}
}
