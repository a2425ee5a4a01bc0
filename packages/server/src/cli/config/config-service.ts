/** What the commands of a configuration ask the service: a plan, its application, and the team as a document. */

import type { ApiError } from "@lapwing/client";
import { isFailure } from "@lapwing/result";
import type { ConfigKind } from "../../domain/config/config.ts";
import type { ReadConfig } from "../../domain/config/read/read-config.ts";
import { withoutHidden } from "../../domain/config/secret-places.ts";
import { connect, dataOf } from "../api/connection.ts";
import { printAside } from "../command.ts";
import { UsageError } from "../usage-error.ts";
import { FaultyFiles } from "./config-files.ts";

/** 10,000 objects in one transaction, on a small machine that has other work. */
const TIMEOUT_MS = 5 * 60_000;
const PATH = "/api/v1/config";
/** As many as the service lists; of more its message says how many. */
const ALL_FAULTS = 50;

export interface PlannedChange {
	readonly kind: ConfigKind;
	readonly key: string;
	readonly id: string | null;
	readonly name: string;
	readonly action: "create" | "update" | "adopt" | "delete";
	/** Fields of an object within are named by their path: `channel.type`. */
	readonly changes: readonly { readonly field: string; readonly before: unknown; readonly after: unknown }[];
	/** Whether it was changed on the service since it was applied last. */
	readonly drifted: boolean;
	/** Whether it was changed in the files as well. */
	readonly conflicts: boolean;
	/** Whether its secrets were changed so, and stay, because the files give none. */
	readonly keepsSecrets: boolean;
	/** Of what is deleted: since when it has a history. */
	readonly existsSince: string | null;
}

export interface Plan {
	readonly changes: readonly PlannedChange[];
	readonly totals: Readonly<Record<PlannedChange["action"] | "unchanged", number>>;
	/** What the project owns and the files lack, where that is not deleted; absent of an older service. */
	readonly left?: readonly { readonly kind: ConfigKind; readonly key: string }[];
	/** Why applying it would be refused: it deletes more than its limit allows. */
	readonly refusal: string | null;
	/** Whether the secrets of the files were compared with those that were applied last. */
	readonly comparesSecrets: boolean;
	readonly digest: string;
}

export interface Applied extends Plan {
	/** Secrets that the service made, and shows this once. */
	readonly generated: readonly { readonly variable: string; readonly secret: string }[];
}

export interface PlanOptions {
	readonly prune?: boolean;
	readonly pruneLimit?: number;
	readonly adopt?: boolean;
}

export async function planOf(read: ReadConfig, options: PlanOptions): Promise<Plan> {
	return sent(read, options, { isDryRun: true, digest: null });
}

/** @param digest of the plan that was shown; null: whatever changed since */
export function applied(read: ReadConfig, options: PlanOptions, digest: string | null): Promise<Applied> {
	return sent(read, options, { isDryRun: false, digest });
}

/**
 * The team as a document, or what one project of it owns; kinds without objects left out.
 * @param isAdopting what no project owns too
 */
export async function servedDocument(project?: string, isAdopting = false): Promise<Readonly<Record<string, unknown>>> {
	const client = connect(process.env, { timeoutMs: TIMEOUT_MS });
	const response = dataOf(await client.send("GET", PATH, { query: { project, adopt: isAdopting ? 1 : undefined } }));
	const { data } = (await response.json()) as { data: Readonly<Record<string, unknown>> };
	return Object.fromEntries(Object.entries(data).filter(([, member]) => !Array.isArray(member) || member.length > 0));
}

async function sent(
	read: ReadConfig,
	{ prune, pruneLimit, adopt }: PlanOptions,
	{ isDryRun, digest }: { readonly isDryRun: boolean; readonly digest: string | null },
): Promise<Applied> {
	// A lost answer of an application is not asked for again: its digest is that of the plan no more.
	const client = connect(process.env, { timeoutMs: TIMEOUT_MS, ...(!isDryRun && { retry: false }) });
	const isSet = (value: boolean | undefined) => (value ? 1 : undefined);
	const query = { dryRun: isSet(isDryRun), prune: isSet(prune), pruneLimit, adopt: isSet(adopt) };
	const headers = digest === null ? {} : { "if-match": `"${digest}"` };
	const answer = await client.send("PUT", PATH, { query, headers, body: read.value });
	if (isFailure(answer)) {
		// The connection ended after it was sent.
		if (!isDryRun && answer.error.status === null) printAside("All of it was applied or nothing: lapwing plan says.");
		throw refused(answer.error, read);
	}
	const { data } = (await answer.data.json()) as { data: Applied };
	return { ...data, changes: data.changes.map((change) => withoutSecrets(change, read)) };
}

/** What the files say as a secret, or by a variable, is printed nowhere, also where the service shows it. */
function withoutSecrets(change: PlannedChange, read: ReadConfig): PlannedChange {
	const places = read.secretPlaces(change.kind, change.key);
	const changes = change.changes.map((each) => withoutHidden(each, places));
	const shown = JSON.stringify({ name: change.name, changes });
	return {
		...change,
		...JSON.parse(shown, (_, value) => (typeof value === "string" ? read.withoutValues(value) : value)),
	};
}

export function overLimit(refusal: string): UsageError {
	return new UsageError(`${refusal} (--prune-limit N)`);
}

function refused(error: ApiError, read: ReadConfig): unknown {
	if (error.status === 412) {
		return new UsageError(
			"Something changed since the plan, so nothing was applied. Plan and apply again, or --force.",
		);
	}
	const ofFiles = error.details.filter(({ path }) => path === "" || path.startsWith("/"));
	if (error.code === "VALIDATION_ERROR" && ofFiles.length > 0)
		return new FaultyFiles(read.placed(ofFiles), error.details.length < ALL_FAULTS ? null : error.message);
	const limit = error.details.find(({ path }) => path === "pruneLimit");
	if (limit !== undefined) return overLimit(limit.message);
	try {
		return dataOf({ status: "failure", error });
	} catch (told) {
		return told;
	}
}
