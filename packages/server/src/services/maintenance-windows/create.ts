import { isFailure, success } from "@lapwing/result";
import { scheduleOf } from "../../domain/maintenance/wanted-schedule.ts";
import { MAX_WINDOWS_PER_TEAM, windowFields } from "../../domain/maintenance/window.ts";
import { problem } from "../../domain/problem.ts";
import { countOfTeam } from "../../storage/database/count-of-team.ts";
import { lockTeam } from "../../storage/database/lock-row.ts";
import { createWindow } from "../../storage/maintenance/maintenance-windows.ts";
import { type Now, requiring } from "../change.ts";
import { recordEvent } from "../record-event.ts";
import { announcementOf, monitorsOf, objectOf, type WantedWindow } from "./wanted-window.ts";

export const createMaintenanceWindow = requiring(
	"maintenance:write",
	async (tx, actor, input: WantedWindow, { now }: Now) => {
		const schedule = scheduleOf(input);
		if (isFailure(schedule)) return schedule;
		const monitorIds = await monitorsOf(tx, actor.team.id, input.monitorIds);
		if (isFailure(monitorIds)) return monitorIds;
		const announcement = await announcementOf(tx, actor.team.id, input);
		if (isFailure(announcement)) return announcement;
		await lockTeam(tx, actor.team.id);
		if ((await countOfTeam(tx, "maintenance_windows", actor.team.id)) >= MAX_WINDOWS_PER_TEAM) {
			return problem("full", "", `A team has at most ${MAX_WINDOWS_PER_TEAM} maintenance windows.`);
		}

		const settings = {
			name: input.name,
			monitorIds: monitorIds.data,
			schedule: schedule.data,
			announcement: announcement.data,
		};
		const window = await createWindow(tx, actor.team.id, settings, now);

		const after = windowFields(window, now);
		await recordEvent(tx, actor, { action: "create", ...objectOf(window), before: null, after }, now);
		return success(window);
	},
);
