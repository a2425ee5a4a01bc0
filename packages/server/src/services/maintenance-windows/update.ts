import { isFailure, success } from "@lapwing/result";
import { given } from "../../domain/given.ts";
import { announcedSpans } from "../../domain/maintenance/announced.ts";
import { changedSchedule, scheduleOf } from "../../domain/maintenance/wanted-schedule.ts";
import { windowFields } from "../../domain/maintenance/window.ts";
import { notFound } from "../../domain/problem.ts";
import { lockWindow, updateWindow } from "../../storage/maintenance/maintenance-windows.ts";
import { type Edit, type Now, requiring } from "../change.ts";
import { requireNotFromFiles } from "../from-files.ts";
import { recordEvent } from "../record-event.ts";
import { announceOnAddedPages } from "./announce.ts";
import { announcementOf, monitorsOf, objectOf, type WantedWindow } from "./wanted-window.ts";
import { withdrawAnnouncement } from "./withdraw.ts";

export const updateMaintenanceWindow = requiring(
	"maintenance:write",
	async (tx, actor, { id, changes }: Edit<WantedWindow>, { now }: Now) => {
		const window = await lockWindow(tx, actor.team.id, id);
		if (window === null) return notFound();
		const own = await requireNotFromFiles(tx, actor, [id]);
		if (isFailure(own)) return own;
		const before = windowFields(window, now);

		// Only changed values are validated: a window that was ended in its first minute is shorter than the minimum.
		const { name, monitorIds, startsAt, endsAt, recurrence } = changes;
		const isMoved = startsAt !== undefined || endsAt !== undefined || recurrence !== undefined;
		const schedule = isMoved ? scheduleOf(changedSchedule(before, { startsAt, endsAt, recurrence })) : success();
		if (isFailure(schedule)) return schedule;
		const monitors = monitorIds === undefined ? success() : await monitorsOf(tx, actor.team.id, monitorIds);
		if (isFailure(monitors)) return monitors;

		const { statusPageIds, publicTitle, publicText, announceHoursBefore } = { ...before, ...given(changes) };
		const announcement = await announcementOf(tx, actor.team.id, {
			statusPageIds,
			publicTitle,
			publicText,
			announceHoursBefore,
		});
		if (isFailure(announcement)) return announcement;

		// What is moved and soon again is announced with its new time; what is put off is not heard of for long.
		const isPutOff =
			schedule.data !== undefined &&
			!announcedSpans(schedule.data, announceHoursBefore, now).some(({ endsAt }) => endsAt > now);
		const kept = isPutOff ? [] : announcement.data.statusPageIds;
		const left = window.announcement.statusPageIds.filter((page) => !kept.includes(page));
		await withdrawAnnouncement(tx, window, left, now);
		const settings = { name, monitorIds: monitors.data, schedule: schedule.data, announcement: announcement.data };
		const changed = await updateWindow(tx, window, settings, now);
		const added = changed.announcement.statusPageIds.filter(
			(page) => !window.announcement.statusPageIds.includes(page),
		);
		await announceOnAddedPages(tx, changed, added, now);

		const after = windowFields(changed, now);
		await recordEvent(tx, actor, { action: "update", ...objectOf(window), before, after, asked: changes }, now);
		return success(changed);
	},
);
