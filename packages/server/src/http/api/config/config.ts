/** /config: the team's configuration as one document, as files hold it (./document.ts). */

import { z } from "@hono/zod-openapi";
import { isFailure } from "@lapwing/result";
import type { TeamActor } from "../../../domain/access/actor.ts";
import {
	CONFIG_KINDS,
	type ConfigKind,
	DEFAULT_PROJECT,
	KEY_PATTERN,
	KINDS_IN_ORDER,
	MAX_CONFIG_BYTES,
} from "../../../domain/config/config.ts";
import { withoutHidden } from "../../../domain/config/secret-places.ts";
import { isoOrNull } from "../../../domain/time-text.ts";
import { inTransaction } from "../../../services/change.ts";
import { applyConfig, planConfig } from "../../../services/config/apply.ts";
import { type ExportedConfig, exportConfig, variable } from "../../../services/config/export.ts";
import { withPasswordHashes } from "../../../services/config/page-passwords.ts";
import type { AppliedConfig, WantedConfig } from "../../../services/config/wanted-config.ts";
import { lackingFor } from "../../../services/monitors/machine-needs.ts";
import type { Tx } from "../../../storage/database/tx.ts";
import { membersByAddress } from "../../../storage/on-call/schedules.ts";
import { requireKey } from "../../access/authentication.ts";
import { matchedTags } from "../../input/representation.ts";
import { json, ok } from "../../kernel/answers.ts";
import { actorOf } from "../../kernel/change-endpoint.ts";
import { endpoint } from "../../kernel/endpoint.ts";
import { Refusal, refusalOf } from "../../kernel/refusal.ts";
import { isoDateTime } from "../../kernel/schemas.ts";
import { answers } from "../../kernel/success.ts";
import { type ConfigDocument, type KnownMembers, readDocument, withoutUsual } from "./document.ts";

const tag = "Configuration";

const key = z.string().openapi({ description: "By which the object is found again.", example: "shop" });
const project = z.string().openapi({ description: "Whose objects they are.", example: "default" });
const lists = Object.fromEntries(
	KINDS_IN_ORDER.map((kind) => [
		kind,
		z
			.array(z.looseObject({ key }))
			.default([])
			.openapi({ description: `Each with the members of the create body of a ${CONFIG_KINDS[kind].noun}.` }),
	]),
) as unknown as Record<ConfigKind, z.ZodDefault<z.ZodArray<z.ZodObject>>>;

const document = z.object({ project: project.optional(), ...lists }).openapi("Configuration", {
	description:
		"Objects with keys. Where the create body of a kind takes the id of an object, a key stands, or the id of what is " +
		'not in the document. `{ "secret": "NAME" }` stands for a secret that is kept.',
	example: { monitors: [{ key: "shop", name: "Shop", url: "https://shop.example/" }] },
});

/** Validated by {@link readDocument}, which names every fault. */
const body = z.looseObject({}).openapi("ConfigurationWanted", {
	description: "A configuration, with `defaults` of each kind if wanted: see GET /api/v1/config.",
});

const kind = z.enum(KINDS_IN_ORDER as [ConfigKind, ...ConfigKind[]]);
const flag = (description: string) =>
	z
		.enum(["1", "0"])
		.optional()
		.transform((value) => value === "1")
		.openapi({ type: "string", enum: ["1", "0"], description });
const query = z.object({
	dryRun: flag("1: only says what would change."),
	adopt: flag("1: takes over objects of the same name that no project owns, instead of making others."),
	prune: flag("1: deletes what the project owns and the document lacks, with its history."),
	pruneLimit: z
		.string()
		.regex(/^[0-9]{1,5}$/, "Must be a whole number from 0 to 99999.")
		.transform(Number)
		.optional()
		.openapi({
			type: "integer",
			minimum: 0,
			maximum: 99_999,
			description: "The most that may be deleted. Default: half of what the project owns, and at most 20.",
		}),
});

const change = z.object({
	kind,
	key,
	id: z.string().nullable().openapi({ description: "Null for what a plan would create." }),
	name: z.string(),
	action: z.enum(["create", "update", "adopt", "delete"]),
	changes: z.array(z.object({ field: z.string(), before: z.unknown(), after: z.unknown() })).openapi({
		description: "Keys stand for the ids of the project's objects; secrets are masked.",
	}),
	drifted: z.boolean().openapi({
		description: "Whether somebody changed the object since it was applied last, which applying undoes.",
	}),
	conflicts: z.boolean().openapi({
		description: "Whether the document changed it as well: some of the changes undo nothing of theirs.",
	}),
	keepsSecrets: z.boolean().openapi({
		description: "Whether its secrets were changed so, and stay, because the document gives none.",
	}),
	existsSince: isoDateTime.nullable().openapi({ description: "Of what is deleted: its history goes with it." }),
});
const count = z.int().min(0);
const applied = z
	.object({
		changes: z.array(change),
		totals: z.object({ create: count, update: count, adopt: count, delete: count, unchanged: count }),
		generated: z
			.array(
				z.object({
					kind,
					key,
					path: z.string().openapi({ description: "JSON Pointer into the document." }),
					variable: z.string().openapi({
						description: "The one that the document names there, else the one that an export would name.",
						example: "ALERTS_OPS__SECRET",
					}),
					secret: z.string(),
				}),
			)
			.openapi({ description: "Secrets that were generated for new objects; shown only in this answer." }),
		left: z.array(z.object({ kind, key })).openapi({
			description: "What the project owns and the document lacks: without `prune=1` it stays as it is.",
		}),
		refusal: z.string().nullable().openapi({
			description: "Of a plan: why applying it would be refused, because it deletes more than its limit allows.",
		}),
		comparesSecrets: z.boolean().openapi({
			description:
				"Whether all secrets that the document gives were compared with those that were applied last. A plan does so " +
				"for keys with config:write alone: others could try guesses.",
		}),
		digest: z.string().openapi({
			description:
				"Of the document and of what is there: send it as If-Match to apply just what was planned. A plan has it as its " +
				"ETag too.",
		}),
	})
	.openapi("AppliedConfiguration");

function form(
	{ changes, unchanged, left, refusal, generated, comparesSecrets, digest }: AppliedConfig,
	{ unset, ...document }: ConfigDocument,
): z.infer<typeof applied> {
	const kept = new Map(
		KINDS_IN_ORDER.flatMap((kind) =>
			document[kind].map((entry) => [`${kind}/${entry.key}`, entry.kept.map(({ path }) => path)] as const),
		),
	);
	const totals = { create: 0, update: 0, adopt: 0, delete: 0, unchanged };
	for (const { action } of changes) totals[action] += 1;
	return {
		changes: changes.map((each) => {
			const places = kept.get(`${each.kind}/${each.key}`) ?? [];
			const shown = each.changes.map((change) => withoutHidden(change, places));
			return { ...each, changes: shown, existsSince: isoOrNull(each.existsSince) };
		}),
		totals,
		generated: generated.map(({ kind, key, path, value }) => {
			const usual = variable(kind, key)(path.split("/").at(-1) ?? "").secret;
			const named = unset.find((each) => each.path === path)?.name ?? usual;
			return { kind, key, path, variable: named, secret: value };
		}),
		left: [...left],
		refusal,
		comparesSecrets,
		digest,
	};
}

export const getConfig = endpoint({
	operationId: "getConfig",
	summary: "Get the configuration as a document",
	description:
		"Everything that files can hold: monitors with their content checks, schedules, alerts, status pages, maintenance " +
		"windows. Members that are at their defaults are left out, and secrets are named. What no project owns gets a key " +
		"from its name. Of a team with 20,000 monitors or more, only what a project owns.",
	tag,
	query: z.object({
		project: project.regex(KEY_PATTERN).optional(),
		adopt: flag("1: what the project (default: `default`) owns and what no project owns, which it could take over."),
	}),
	success: answers("The document.", document),
	async handle(call) {
		const { services, now, query } = call;
		const wanted = { project: query.project ?? (query.adopt ? DEFAULT_PROJECT : null), isAdopting: query.adopt };
		const exported = await services.database.snapshot((tx) =>
			exportConfig(tx, actorOf(call), wanted, { now, secretBox: services.secretBox }),
		);
		if (isFailure(exported)) return refusalOf(exported.error);
		const lists = KINDS_IN_ORDER.map((kind) => [kind, withoutUsual(kind, exported.data[kind])] as const);
		return ok(call, {
			...(query.project !== undefined && { project: query.project }),
			...Object.fromEntries(lists),
		} as unknown as z.infer<typeof document> & ExportedConfig);
	},
});

export const applyConfiguration = endpoint({
	operationId: "applyConfig",
	summary: "Make the team's objects what a document says",
	description:
		"All of it in one transaction, or nothing. Needs the scope of each kind that changes as well; with `dryRun=1` " +
		"`config:read` is enough. What the document's project does not own stays as it is.",
	tag,
	query,
	body,
	maxBodyBytes: MAX_CONFIG_BYTES,
	bodyExample: { monitors: [{ key: "shop", name: "Shop", url: "https://shop.example/" }] },
	refusesWith: ["PRECONDITION_FAILED"],
	service: applyConfig,
	success: answers("What changed, or would change.", applied),
	async handle(call) {
		const refused = requireKey(call.principal);
		if (refused) return refused;
		const expected = matchedTags(call.header);
		if (expected === undefined) {
			return new Refusal("BAD_REQUEST", 'If-Match must be "DIGEST" in its quotes, a list of such, or *.');
		}
		const { services, now, query } = call;
		const actor = actorOf(call);
		const read = readDocument(call.body, await membersFor(actor, services.database));
		if (isFailure(read)) {
			return new Refusal("VALIDATION_ERROR", "The configuration has faults.", { details: read.error.faults });
		}
		const { unset, project, addresses, ...objects } = read.data;
		const wanted: WantedConfig = {
			project,
			objects,
			addresses,
			adopts: query.adopt,
			prunes: query.prune,
			pruneLimit: query.pruneLimit ?? null,
			expected,
		};
		const monitors = objects.monitors.map(({ body }) => body);
		const deps = { ...services, now, lacking: await lackingFor(monitors, services) };
		const ready = await withPasswordHashes(services.database, actor, wanted, { ...deps, isPlan: query.dryRun });
		if (isFailure(ready)) return refusalOf(ready.error);
		const done = query.dryRun
			? await planConfig(services.database, actor, ready.data, deps)
			: await inTransaction(services.database, (tx) => applyConfig(tx, actor, ready.data, deps));
		if (isFailure(done)) return withVariables(refusalOf(done.error), unset);
		// What was applied is there now, and a plan of it has another digest.
		const headers: Record<string, string> = query.dryRun ? { etag: `"${done.data.digest}"` } : {};
		return json(call, 200, { data: form(done.data, read.data) }, headers);
	},
});

/** Whoever may neither see members nor apply is told the same of every address. */
async function membersFor({ scopes, team }: TeamActor, database: Tx): Promise<KnownMembers | null> {
	if (!scopes.includes("config:read") && !scopes.includes("config:write")) return null;
	if (scopes.includes("members:read") || scopes.includes("config:write")) {
		const unknown = "No member of the team has this e-mail address.";
		return { ids: await membersByAddress(database, team.id), unknown };
	}
	return { ids: new Map(), unknown: "Name the member by the id (usr_…), or plan with a key that has members:read." };
}

/** Says of a secret that is missed which variable has it. */
function withVariables(refusal: Refusal, unset: ConfigDocument["unset"]): Refusal {
	const { code, message, details, headers } = refusal;
	const named = details?.map((detail) => {
		const secret = unset.find(({ path }) => path === detail.path);
		return secret === undefined ? detail : { ...detail, message: `${detail.message} Set ${secret.name}.` };
	});
	return new Refusal(code, message, { headers, ...(named !== undefined && { details: named }) });
}
