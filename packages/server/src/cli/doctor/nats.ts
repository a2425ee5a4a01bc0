/** What `lapwing doctor` finds out about NATS and the probers of other locations. */

import { askLocation, natsConfig, tryNats } from "../../compose/nats.ts";
import type { Config } from "../../config/config.ts";
import type { CheckOrder } from "../../domain/checks/check.ts";
import { proberFields } from "../../domain/locations/prober.ts";
import { type Database, databaseNow } from "../../storage/database/tx.ts";
import { listProbers } from "../../storage/locations/probers.ts";
import { reasonOf } from "../command.ts";
import type { Finding } from "./finding.ts";

/** As in the list of probers: past it, there is a warning. */
const CLOCK_OFF_MS = 2_000;
const ASK_WITHIN_MS = 10_000;

export async function natsServer(config: Config): Promise<Finding[]> {
	const check = "NATS";
	const nats = natsConfig(config);
	if (nats === null) {
		return [{ check, ok: true, message: "NATS_URL is not set: all checks are made from this machine." }];
	}
	try {
		const { version, problems, roundTripMs, clockOffsetMs } = await tryNats(nats);
		const findings = problems.map((problem) => ({ check, ok: false, message: `${nats.url}: ${problem}` }));
		if (clockOffsetMs !== null && Math.abs(clockOffsetMs) > CLOCK_OFF_MS) {
			const message = `the clock of ${nats.url} is ${seconds(clockOffsetMs)} off this machine's. Run an NTP client on both.`;
			findings.push({ check, ok: false, message });
		}
		if (findings.length > 0) return findings;
		const clock = clockOffsetMs === null ? "" : `, its clock is ${clockOffsetMs} ms off`;
		const message = `${nats.url} is ${version}; a message came back after ${Math.ceil(roundTripMs ?? 0)} ms${clock}.`;
		return [{ check, ok: true, message }];
	} catch (error) {
		const message =
			`${nats.url} can't be used (${reasonOf(error)}). Check that it runs with the nats.conf of \`lapwing nats init\`, ` +
			"and that NATS_CREDENTIALS is of the same folder.";
		return [{ check, ok: false, message }];
	}
}

/** How the probers are, as their heartbeats told. @param location those in this one are asked, too; null: none */
export async function probers(database: Database, config: Config, location: string | null): Promise<Finding[]> {
	const check = "Probers";
	const now = await databaseNow(database);
	const known = (await listProbers(database)).map((each) => proberFields(each, now));
	const asked = location === null ? [] : await askedAt(database, config, location);
	const findings = known.map(({ name, location, state, reason, lastSeenAt, clockOffsetMs }) => {
		const who = `${name} in ${location}`;
		if (state === "away") {
			const message = `${who} is away, ${lastSeenAt === null ? "and never was here" : `last seen ${lastSeenAt}`}. Look at its log.`;
			return { check, ok: false, message };
		}
		if (state === "set_aside") return { check, ok: false, message: `${who} is set aside. ${reason ?? ""}` };
		const isOff = Math.abs(clockOffsetMs ?? 0) > CLOCK_OFF_MS;
		const clock = isOff ? `, but its clock is ${seconds(clockOffsetMs ?? 0)} off. Run an NTP client there.` : ".";
		return { check, ok: !isOff, message: `${who} is connected${clock}` };
	});
	return [...findings, ...asked];
}

/** Each prober there makes one attempt of the address that people use. */
async function askedAt(database: Database, config: Config, location: string): Promise<Finding[]> {
	const check = `Location ${location}`;
	const nats = natsConfig(config);
	const url = config.publicUrl;
	// Without an address, any will do: that an answer comes says enough.
	const order = orderOf(url ?? "http://127.0.0.1:9/", await databaseNow(database));
	const answers = nats === null ? [] : await askLocation(database, nats, location, order);
	if (answers.length === 0) {
		return [
			{ check, ok: false, message: `it has no prober. \`lapwing probers add --location ${location}\` makes one.` },
		];
	}
	return answers.map(({ name, outcome, tookMs }) => {
		if (outcome === null) {
			const message = `${name} did not answer within ${seconds(ASK_WITHIN_MS)}. Look at its log.`;
			return { check, ok: false, message };
		}
		const answered = `${name} answered in ${tookMs} ms`;
		if (url === null) return { check, ok: true, message: `${answered}.` };
		const { observation } = outcome;
		if (observation.kind === "answered") return { check, ok: true, message: `${answered}; it reaches ${url}.` };
		return { check, ok: false, message: `${answered}; it can't reach ${url}: ${observation.message}` };
	});
}

function orderOf(url: string, scheduledAt: number): CheckOrder {
	return {
		...{ monitorId: 0, teamId: 0, locationId: null, scheduledAt, revision: 0, wasSlow: false, contentChecks: [] },
		settings: { type: "http", url, method: "GET", expectedStatus: 200 },
		degradedAfterMs: ASK_WITHIN_MS,
		timeoutMs: ASK_WITHIN_MS,
		nextDueAt: scheduledAt + 60_000,
	};
}

function seconds(ms: number): string {
	return `${(ms / 1000).toFixed(1)} s`;
}
