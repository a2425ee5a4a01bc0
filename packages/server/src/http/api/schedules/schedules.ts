/** /schedules: who is on call. */

import { z } from "@hono/zod-openapi";
import { DAY_MS } from "../../../domain/durations.ts";
import {
	MAX_OVERRIDES,
	MAX_SCHEDULES_PER_TEAM,
	MAX_SHOWN_DAYS,
	rotaOf,
	type Schedule,
} from "../../../domain/on-call/schedule.ts";
import { turnsBetween, turnsOfPeople } from "../../../domain/on-call/turns.ts";
import { addOverride } from "../../../services/schedules/add-override.ts";
import { createSchedule as create } from "../../../services/schedules/create.ts";
import { deleteSchedule as remove } from "../../../services/schedules/delete.ts";
import { removeOverride } from "../../../services/schedules/remove-override.ts";
import { updateSchedule as update } from "../../../services/schedules/update.ts";
import type { AgeKey } from "../../../storage/database/newest-first.ts";
import { findSchedule, pageOfSchedules, peopleOfTeam, schedulesOfTeam } from "../../../storage/on-call/schedules.ts";
import { created, ok } from "../../kernel/answers.ts";
import { changeEndpoint } from "../../kernel/change-endpoint.ts";
import { byId, endpoint, type Resource } from "../../kernel/endpoint.ts";
import { byAge, listEndpoint } from "../../kernel/list-endpoint.ts";
import { invalid } from "../../kernel/refusal.ts";
import { instant } from "../../kernel/schemas.ts";
import { answers, creates } from "../../kernel/success.ts";
import {
	createBody,
	onCall,
	override,
	overrideBody,
	overrideForm,
	overrideId,
	peopleOf,
	reachablePerson,
	schedule,
	scheduleForm,
	scheduleId,
	turn,
	turnForm,
	updateBody,
} from "./schedule-forms.ts";

export const theSchedule = byId(scheduleId, findSchedule);

/** The override that `:overrideId` names, of the schedule that `:id` names. */
const theOverride: Resource<{ readonly scheduleId: string; readonly id: string }> = {
	params: z.object({ id: scheduleId, overrideId }),
	async find(services, teamId, { id = "", overrideId = "" }) {
		const found = await findSchedule(services.database, teamId, id);
		const isThere = found?.overrides.some(({ publicId }) => publicId === overrideId) ?? false;
		return isThere ? { scheduleId: id, id: overrideId } : null;
	},
};

const tag = "On call";
const example = {
	name: "Core on call",
	layers: [
		{
			name: "Weekly",
			people: ["usr_01jgezt6z8e7kb3mq4f2ys0nd5", "usr_01jgezt6z8e7kb3mq4f2ys0nd6"],
			turnUnit: "weeks",
			turnLength: 1,
			handOverTime: "09:00",
			timeZone: "Europe/Berlin",
			startsOn: "2026-11-23",
		},
	],
};

export const listSchedules = listEndpoint<Schedule, AgeKey, typeof schedule>({
	operationId: "listSchedules",
	summary: "List schedules, newest first",
	tag,
	collection: "schedules",
	item: schedule,
	list: ({ services: { database }, principal: { team } }) =>
		byAge(["schedules"], (seek) => pageOfSchedules(database, team.id, seek)),
	form: scheduleForm,
});

export const createSchedule = changeEndpoint({
	operationId: "createSchedule",
	summary: "Create a schedule",
	description: `At most ${MAX_SCHEDULES_PER_TEAM} per team.`,
	tag,
	body: createBody,
	bodyExample: example,
	success: creates("The new schedule.", schedule, "Path of the new schedule."),
	service: create,
	input: ({ body }) => body,
	answer: (call, made) => created(call, scheduleForm(made), `/api/v1/schedules/${made.publicId}`),
});

export const getSchedule = endpoint({
	operationId: "getSchedule",
	summary: "Get a schedule",
	tag,
	resource: theSchedule,
	success: answers("The schedule.", schedule),
	async handle(call) {
		return ok(call, scheduleForm(call.found));
	},
});

export const updateSchedule = changeEndpoint({
	operationId: "updateSchedule",
	summary: "Update a schedule",
	description: "Fields left out keep their values; `layers` are replaced as a whole. Overrides stay.",
	tag,
	resource: theSchedule,
	body: updateBody,
	bodyExample: { name: "Core, day and night" },
	success: answers("The schedule as it is now.", schedule),
	service: update,
	input: ({ found, body }) => ({ id: found.publicId, changes: body }),
	answer: (call, changed) => ok(call, scheduleForm(changed)),
});

export const deleteSchedule = changeEndpoint({
	operationId: "deleteSchedule",
	summary: "Delete a schedule",
	description: "With its overrides and its calendar. Escalation steps that name it go to their alert's own channel.",
	tag,
	resource: theSchedule,
	success: { status: 204, description: "Deleted." },
	service: remove,
	input: ({ found }) => ({ id: found.publicId }),
});

// --- Who ---------------------------------------------------------------------------------------------------------

/** The turns that are shown unless another span is asked for. */
const SHOWN_MS = 28 * DAY_MS;
/** How far ahead the next change of who is on call is looked for. */
const NEXT_WITHIN_MS = 56 * DAY_MS;

export const getOnCall = endpoint({
	operationId: "getOnCall",
	summary: "Who is on call now",
	description: "For each schedule, by name: who is on call, since when and until when, and who is next.",
	tag,
	success: answers("The schedules of the team.", z.object({ onCall: z.array(onCall) })),
	async handle(call) {
		const { services, principal, now } = call;
		const schedules = await schedulesOfTeam(services.database, principal.team.id);
		return ok(call, { onCall: schedules.map((each) => onCallForm(each, now)) });
	},
});

function onCallForm(schedule: Schedule, now: number): z.infer<typeof onCall> {
	const turns = turnsOfPeople(turnsBetween(rotaOf(schedule), now - NEXT_WITHIN_MS, now + NEXT_WITHIN_MS));
	const index = turns.findIndex(({ from, to }) => from <= now && now < to);
	const [present, next] = [turns[index], turns[index + 1]];
	if (present === undefined) throw new Error("The turns of a span cover it");
	const people = peopleOf(schedule);
	return {
		schedule: { id: schedule.publicId, name: schedule.name },
		now: turnForm(present, people),
		next: next === undefined ? null : turnForm(next, people),
	};
}

export const listPeople = endpoint({
	operationId: "listOnCallPeople",
	summary: "Who can be on call",
	description: "The members of the team, by name, and whether they have a channel in their account.",
	tag,
	success: answers("Their names.", z.object({ people: z.array(reachablePerson) })),
	async handle(call) {
		return ok(call, { people: await peopleOfTeam(call.services.database, call.principal.team.id) });
	},
});

export const listTurns = endpoint({
	operationId: "listTurns",
	summary: "Who is on call from one instant to another",
	description: `Turns follow one another without gaps. At most ${MAX_SHOWN_DAYS} days.`,
	tag,
	resource: theSchedule,
	query: z.object({
		from: instant.optional().openapi({ description: "Default: now.", example: "2026-11-23T00:00:00Z" }),
		to: instant
			.optional()
			.openapi({ description: "Default: four weeks after `from`.", example: "2026-12-21T00:00:00Z" }),
	}),
	success: answers("The turns, in their order.", z.object({ turns: z.array(turn) })),
	async handle(call) {
		const from = call.query.from === undefined ? call.now : Date.parse(call.query.from);
		const to = call.query.to === undefined ? from + SHOWN_MS : Date.parse(call.query.to);
		if (to <= from) return invalid("to", "Must be later than `from`.");
		if (to - from > MAX_SHOWN_DAYS * DAY_MS) return invalid("to", `Must be within ${MAX_SHOWN_DAYS} days of \`from\`.`);
		const people = peopleOf(call.found);
		return ok(call, { turns: turnsBetween(rotaOf(call.found), from, to).map((each) => turnForm(each, people)) });
	},
});

// --- Overrides ---------------------------------------------------------------------------------------------------

export const createOverride = changeEndpoint({
	operationId: "createScheduleOverride",
	summary: "Give one person's day to another",
	description: `A day that was given away before goes to the new person. At most ${MAX_OVERRIDES} in a schedule.`,
	tag,
	resource: theSchedule,
	body: overrideBody,
	bodyExample: {
		date: "2026-12-24",
		insteadOf: "usr_01jgezt6z8e7kb3mq4f2ys0nd5",
		person: "usr_01jgezt6z8e7kb3mq4f2ys0nd6",
	},
	success: creates("The override.", override, "Path of the override."),
	service: addOverride,
	input: ({ found, body }) => ({ id: found.publicId, override: body }),
	answer(call, made) {
		return created(call, overrideForm(made), `/api/v1/schedules/${call.found.publicId}/overrides/${made.publicId}`);
	},
});

export const deleteOverride = changeEndpoint({
	operationId: "deleteScheduleOverride",
	summary: "Take an override back",
	tag,
	resource: theOverride,
	success: { status: 204, description: "The day is again of whoever has it by the layers." },
	service: removeOverride,
	input: ({ found }) => ({ id: found.scheduleId, overrideId: found.id }),
});
