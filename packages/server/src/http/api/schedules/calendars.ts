/**
 * The calendar of a schedule: its address, which is a secret, and what calendar programs read there: names and times,
 * nothing else.
 */

import { z } from "@hono/zod-openapi";
import { DAY_MS } from "../../../domain/durations.ts";
import { iCalendar } from "../../../domain/on-call/i-calendar.ts";
import { rotaOf } from "../../../domain/on-call/schedule.ts";
import { turnsBetween, turnsOfPeople } from "../../../domain/on-call/turns.ts";
import { removeCalendar as remove, renewCalendar as renew } from "../../../services/schedules/calendar.ts";
import { tokenHash } from "../../../storage/access/secret-token.ts";
import { scheduleOfCalendar } from "../../../storage/on-call/schedules.ts";
import { ok } from "../../kernel/answers.ts";
import { changeEndpoint } from "../../kernel/change-endpoint.ts";
import { Refusal } from "../../kernel/refusal.ts";
import { single } from "../../kernel/schemas.ts";
import type { OpenEndpoint } from "../../kernel/serve.ts";
import { peopleOf } from "./schedule-forms.ts";
import { theSchedule } from "./schedules.ts";

/** What a calendar shows, in days before and after today (UTC). */
const DAYS = { before: 30, after: 180 };
const TYPE = "text/calendar; charset=utf-8";

const tag = "On call";

export const renewCalendar = changeEndpoint({
	operationId: "renewScheduleCalendar",
	summary: "Make the address of a schedule's calendar",
	description:
		"Calendar programs subscribe to it. Whoever has it can read who is on call. It is answered this once; a former " +
		"address answers 404 from then on.",
	tag,
	resource: theSchedule,
	success: {
		status: 200,
		description: "The address.",
		content: {
			"application/json": {
				schema: single(
					z.object({
						url: z.url().openapi({
							example: "https://lapwing.example/calendars/5W4kq0m3H1dJ8vQzX2nR7sT9uYbC6eFgPaLoKiZwE0A.ics",
						}),
					}),
				),
			},
		},
	},
	service: renew,
	input: ({ found }) => ({ id: found.publicId }),
	answer(call, { key }) {
		return ok(call, { url: new URL(`/calendars/${key}.ics`, call.services.publicUrl ?? call.client.origin).href });
	},
});

export const removeCalendar = changeEndpoint({
	operationId: "removeScheduleCalendar",
	summary: "Remove the address of a schedule's calendar",
	tag,
	resource: theSchedule,
	success: { status: 204, description: "There is no calendar any more." },
	service: remove,
	input: ({ found }) => ({ id: found.publicId }),
});

/** /calendars/:key — anyone who has the key may: calendar programs have neither keys of the API nor cookies. */
export const getCalendar = {
	spec: {
		document: {
			operationId: "getScheduleCalendar",
			summary: "The turns of a schedule, for calendar programs",
			description: `RFC 5545: the last ${DAYS.before} days and the next ${DAYS.after}. It has names and times only.`,
			tag,
			params: z.object({
				key: z.string().openapi({
					description: "From the address that was made, with `.ics`.",
					example: "5W4kq0m3H1dJ8vQzX2nR7sT9uYbC6eFgPaLoKiZwE0A.ics",
				}),
			}),
			success: {
				status: 200,
				description: "The calendar.",
				content: { [TYPE]: { schema: z.string(), example: "BEGIN:VCALENDAR\r\n…" } },
			},
			refusesWith: ["NOT_FOUND"],
		},
	},
	async handle({ params, services, now, answerHeaders }) {
		const [, key = ""] = /^([A-Za-z0-9_-]{43})\.ics$/.exec(params["key"] ?? "") ?? [];
		const schedule = key === "" ? null : await scheduleOfCalendar(services.database, tokenHash(key));
		if (schedule === null) {
			return new Refusal("NOT_FOUND", "There is no such calendar. Its address may have been renewed.");
		}
		const people = peopleOf(schedule);
		const nameOf = (id: string | null) => (id === null ? null : (people.get(id)?.name ?? null));
		const today = now - (now % DAY_MS);
		const [from, to] = [today - DAYS.before * DAY_MS, today + DAYS.after * DAY_MS];
		const turns = turnsOfPeople(turnsBetween(rotaOf(schedule), from, to));
		const written = iCalendar({
			id: schedule.publicId,
			name: `${schedule.name} (${schedule.teamName})`,
			now,
			turns: turns.map(({ from, to, person, insteadOf }) => {
				return { from, to, name: nameOf(person), insteadOf: nameOf(insteadOf) };
			}),
		});
		return new Response(written, { headers: { ...answerHeaders, "content-type": TYPE } });
	},
} satisfies OpenEndpoint;
