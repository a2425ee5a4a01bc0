import { success } from "@lapwing/result";
import type { Team } from "../../domain/access/team.ts";
import type { Changes } from "../../domain/given.ts";
import { notFound } from "../../domain/problem.ts";
import { teamById, updateTeam as update } from "../../storage/access/teams.ts";
import { lockTeam } from "../../storage/database/lock-row.ts";
import { type Now, requiring } from "../change.ts";
import { recordEvent } from "../record-event.ts";

type TeamSettings = Pick<Team, "name" | "allowsPasswords">;

/** Changes the settings of the actor's team; its slug stays. */
export const updateTeam = requiring(
	"team:write",
	async (tx, actor, { name, allowsPasswords }: Changes<TeamSettings>, { now }: Now) => {
		await lockTeam(tx, actor.team.id);
		const team = await teamById(tx, actor.team.id);
		if (team === null) return notFound();

		const after = { name: name ?? team.name, allowsPasswords: allowsPasswords ?? team.allowsPasswords };
		await update(tx, team.id, after);

		const before = { name: team.name, allowsPasswords: team.allowsPasswords };
		const event = { action: "update", object: "team", id: null, name: team.name, asked: { name, allowsPasswords } };
		await recordEvent(tx, actor, { ...event, before, after }, now);
		return success({ ...team, ...after });
	},
);
