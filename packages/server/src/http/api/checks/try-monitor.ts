/** POST /monitors/try: one check of a monitor that is not saved. */

import { z } from "@hono/zod-openapi";
import { checkedMonitor } from "../../../domain/checks/checked-monitor.ts";
import { judge, VERDICTS } from "../../../domain/checks/judgement.ts";
import { locationsOfTeam } from "../../../domain/checks/locations/locations.ts";
import {
	type Answered,
	type Observation,
	PHASES,
	type StepSeen,
	shownTimes,
} from "../../../domain/checks/observation.ts";
import type { Trial, TrialOutcome } from "../../../domain/checks/trial.ts";
import { locationName } from "../../../domain/locations/prober.ts";
import { type ContentCheckBody, contentCheckOf } from "../../../domain/monitors/content-check-fields.ts";
import { type ContentCheck, MAX_CONTENT_CHECKS } from "../../../domain/monitors/monitor.ts";
import type { Monitor } from "../../../domain/monitors/settings.ts";
import { rowOf } from "../../../domain/monitors/types.ts";
import {
	type NewMonitor,
	requireConsistent,
	requireSecrets,
	settingsOf,
} from "../../../domain/monitors/wanted-monitor.ts";
import { unknownLocation } from "../../../services/monitors/locations.ts";
import { requireReachable, targetsOf } from "../../../services/refused-address.ts";
import { knownLocations } from "../../../storage/locations/known-locations.ts";
import { withStoredSecrets } from "../../../storage/monitors/stored-secrets.ts";
import { beyondLimit } from "../../access/rate-limit.ts";
import { ok } from "../../kernel/answers.ts";
import { type Call, endpoint } from "../../kernel/endpoint.ts";
import { failureRefusal, invalid, Refusal } from "../../kernel/refusal.ts";
import { answers } from "../../kernel/success.ts";
import { contentCheckBody } from "../content-checks/content-checks.ts";
import { createForm, MAX_MONITOR_BODY_BYTES } from "../monitors/monitor-bodies.ts";
import { monitorId } from "../monitors/monitor-forms.ts";
import { theMonitor } from "../monitors/monitors.ts";
import { titled, unionOf } from "../monitors/type-unions.ts";
import { address, certificate, certificateForm, phases, step, stepForm } from "./observation-forms.ts";

/** Characters of a content check that a message quotes. */
const MAX_QUOTED = 100;

const secretsOf = monitorId.openapi({
	description:
		"A monitor of the same type whose stored secrets are sent where the body has null for them. As in an update, they " +
		"go to the server of that monitor alone.",
});

const askedLocation = locationName.meta({
	description: "Where to check from. Default: the first of `locations`, else where Lapwing runs.",
	example: "frankfurt",
});

type TriedMonitor = NewMonitor & {
	readonly monitorId?: string;
	readonly location?: string;
	readonly contentChecks?: readonly ContentCheckBody[];
};

const tryBody = unionOf<TriedMonitor>((type) => {
	const contentChecks = z.array(contentCheckBody).max(MAX_CONTENT_CHECKS).default([]);
	const form = createForm(type).extend({ monitorId: secretsOf.optional(), location: askedLocation.optional() });
	return (rowOf(type).takesContentChecks ? form.extend({ contentChecks }) : form).openapi(`${titled(type)}MonitorTry`);
}).openapi("MonitorTry");

const saved = z.object({
	name: z.string().openapi({ example: "token" }),
	value: z.string().openapi({ description: "At most 100 characters; secrets are masked.", example: "eyJhbGciOi…" }),
});

const trialResult = z
	.object({
		verdict: z.enum(VERDICTS).openapi({ example: "up" }),
		reason: z.string().nullable().openapi({ description: "Why the verdict is not up.", example: null }),
		phase: z.enum(PHASES).nullable().openapi({ description: "Where a failed attempt ended.", example: null }),
		message: z.string().nullable().openapi({ description: "The reason in a sentence.", example: null }),
		responseStatus: z.int().nullable().openapi({ example: 200 }),
		responseTimeMs: z.int().min(0).nullable().openapi({ example: 123 }),
		phases,
		address,
		certificate: z.union([certificate, z.null()]),
		steps: z
			.array(step.extend({ saved: z.array(saved) }).openapi("TriedStep"))
			.nullable()
			.openapi({ description: "Of a flow: the steps that were run, and what they saved. Null for others." }),
		location: z.string().nullable().openapi({ description: "Where it was checked from; null: where Lapwing runs." }),
		attempts: z.literal(1),
	})
	.openapi("TrialResult");

export const tryMonitor = endpoint({
	operationId: "tryMonitor",
	summary: "Check a monitor once without saving it",
	description:
		"Runs one check with the settings of the body, which are those of a new monitor and its content checks, and " +
		"answers the observation and the verdict. Nothing is recorded. A failure is not confirmed by a second " +
		"attempt. It is made from one location, which is refused while it has no prober. To try a change of a monitor with secrets, name it as `monitorId` and leave its secrets null. " +
		"The answer takes as long as the check: slightly more than `timeoutSeconds` at most. 20 a minute for each team; " +
		"with `run=1`, as `lapwing run` sends it, 300 a minute for each API key.",
	tag: "Monitors",
	query: z.object({
		run: z.literal("1").optional().openapi({ description: "Counted for the key, apart from the team's trials." }),
	}),
	body: tryBody,
	maxBodyBytes: MAX_MONITOR_BODY_BYTES,
	bodyExample: { ...rowOf("http").example, contentChecks: [{ type: "contains", value: "Welcome" }] },
	success: answers("The observation and the verdict.", trialResult),
	async handle(call) {
		const { services, principal, body, now, query } = call;
		if (body.type === "cron") {
			return invalid("/type", "A job reports by itself: there is nothing to try. Send a ping to `pingUrl` instead.");
		}
		const stored = await storedMonitor(call);
		if (stored instanceof Refusal) return stored;
		const refused =
			failureRefusal(requireConsistent(body, stored?.settings)) ??
			failureRefusal(requireReachable(services, targetsOf(body)));
		if (refused !== null) return refused;
		const wanted = settingsOf(body);
		const { database, secretBox } = services;
		const settings =
			stored === null ? wanted.settings : await withStoredSecrets(database, wanted.settings, stored, secretBox);
		const lacking = failureRefusal(requireSecrets(settings));
		if (lacking !== null) return lacking;
		const place = await placeOf(call);
		if (place instanceof Refusal) return place;
		const { team, actor } = principal;
		const isRun = query.run !== undefined && actor.kind === "key";
		const allowance = isRun ? services.runs.count(actor.id, now) : services.trials.count(team.id, now);
		if (!allowance.allowed) {
			return beyondLimit(allowance, `A ${isRun ? "key" : "team"} may try ${allowance.limit} checks a minute.`);
		}
		if (services.tryCheck === undefined) throw new Error("This process has no way to try a check");
		const { contentChecks: bodies = [] } = body;
		const contentChecks = bodies.map((check, index) => ({ id: String(index), ...contentCheckOf(check) }));
		const trial = checkedMonitor(principal.team.id, { ...wanted, settings }, contentChecks);
		const outcome = await services.tryCheck(trial, place?.id ?? null);
		const { observation } = outcome;
		if (place !== null && observation.kind === "missed" && NOBODY.has(observation.cause)) {
			return invalid(place.pointer, `${place.name} can't be asked: ${observation.message}`);
		}
		return ok(call, { ...resultForm(trial, outcome), location: place?.name ?? null });
	},
});

/** Why a location makes no check at all. */
const NOBODY: ReadonlySet<string> = new Set(["no_prober", "prober_away"]);

interface Place {
	readonly id: number;
	readonly name: string;
	/** Where the body names it. */
	readonly pointer: string;
}

/** The location that is asked; null: where `control` is. */
async function placeOf({ services, principal, body }: Call<unknown, unknown, TriedMonitor>) {
	const { location, locations } = body;
	const name = location ?? locations[0];
	if (name === undefined) return null;
	const pointer = location === undefined ? "/locations/0" : "/location";
	const { id: teamId } = principal.team;
	const known = locationsOfTeam(await knownLocations(services.database, teamId), teamId);
	const found = known.get(name);
	if (found !== undefined) return { id: found.id, name, pointer } satisfies Place;
	return invalid(pointer, unknownLocation([...known.keys()]));
}

/** The monitor whose secrets are used, null when the body names none. */
async function storedMonitor({
	services,
	principal,
	body,
}: Call<unknown, unknown, TriedMonitor>): Promise<Monitor | Refusal | null> {
	const { monitorId: id, type } = body;
	if (id === undefined) return null;
	const stored = await theMonitor.find(services, principal.team.id, { id });
	if (stored === null) return invalid("/monitorId", "There is no such monitor.");
	if (stored.settings.type === type) return stored;
	return invalid("/monitorId", `This monitor's type is ${stored.settings.type}: name one of the type ${type}.`);
}

function resultForm(trial: Trial, { observation }: TrialOutcome): Omit<z.infer<typeof trialResult>, "location"> {
	const { verdict, reason, phase, message, contentCheckId } = judge(observation, trial);
	const failedCheck = trial.contentChecks.find(({ id }) => id === contentCheckId);
	const response = observation.kind === "answered" ? observation : null;
	return {
		verdict,
		reason,
		phase,
		message: failedCheck ? contentMessage(failedCheck, response) : message,
		responseStatus: response?.type === "http" ? response.status : null,
		responseTimeMs: response && Math.round(response.responseTimeMs),
		phases: shownTimes(observation.kind === "missed" ? null : observation.phases),
		address: observation.kind === "missed" ? null : observation.address,
		certificate: observation.kind === "missed" ? null : certificateForm(observation.certificate),
		steps: stepsOf(observation)?.map((each) => ({ ...stepForm(each), saved: [...each.saved] })) ?? null,
		attempts: 1,
	};
}

/** Null for types without steps. */
function stepsOf(observation: Observation): readonly StepSeen[] | null {
	return observation.kind !== "missed" && "steps" in observation ? (observation.steps ?? null) : null;
}

/** Which of the body's content checks failed; ids say nothing to a reader whose checks are not saved. */
function contentMessage({ id, type, value }: ContentCheck, response: Answered | null): string {
	const seen = response?.type === "http" ? response.contentMessage : undefined;
	if (seen !== undefined) return `Content check ${Number(id) + 1} is not met: ${seen}`;
	const quoted = value.length > MAX_QUOTED ? `${value.slice(0, MAX_QUOTED)}…` : value;
	return `Content check ${Number(id) + 1} is not met: ${type} "${quoted}".`;
}
