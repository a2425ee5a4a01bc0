import { expect, test } from "vitest";
import { USUAL_RULES } from "../../../domain/alerts/alert-rules.ts";
import { createAlert } from "../../../services/alerts/create.ts";
import { onTheCommandLine } from "../../../services/testing/on-the-command-line.ts";
import { secretBox } from "../../../storage/database/secret-box.ts";
import { NOON, startService } from "../../testing/service.ts";

const PROBLEM = "Lapwing has no mail server, so no email can be sent. Set SMTP_URL and SMTP_FROM, and start it again.";
const email = { type: "email" as const, to: ["a@ops.example"] };
const ntfy = { type: "ntfy", topic: "ops" };

test("an alert by email is refused without a mail server, with what to set; one that exists is marked", async () => {
	await using service = await startService("sqlite", { hasMailServer: false });
	const refusals = ({ status, json }: { status: number; json: { error: { code: string; details: object } } }) => [
		status,
		json.error.code,
		json.error.details,
	];
	const refused = [400, "VALIDATION_ERROR", [{ path: "/channel/type", message: PROBLEM }]];
	expect(refusals(await service.ask("POST", "/api/v1/alerts", { body: { name: "Mail", channel: email } }))).toEqual(
		refused,
	);
	const unsaved = await service.ask("POST", "/api/v1/alerts/test", { body: { name: "Mail", channel: email } });
	expect(refusals(unsaved)).toEqual(refused);
	const other = await service.ask("POST", "/api/v1/alerts", { body: { name: "Phone", channel: ntfy } });
	expect([other.status, other.json.data.channelProblem]).toEqual([201, null]);
	const path = `/api/v1/alerts/${other.json.data.id}`;
	expect(refusals(await service.ask("PUT", path, { body: { channel: email } }))).toEqual(refused);

	const earlier = await onTheCommandLine(
		service.database,
		service.team.id,
		createAlert,
		{
			...USUAL_RULES,
			name: "Earlier",
			channel: email,
			monitorIds: null,
			...USUAL_RULES,
			isEnabled: true,
		},
		{ now: NOON, secretBox: secretBox(new Uint8Array(32).fill(9)) },
	);
	const existing = `/api/v1/alerts/${earlier.publicId}`;
	expect((await service.ask("GET", existing)).json.data.channelProblem).toBe(PROBLEM);
	expect((await service.ask("POST", `${existing}/test`)).json.data).toEqual({
		status: "failed",
		errorMessage: PROBLEM,
	});
	const { alerts } = (await service.ask("GET", "/api/v1/alerts")).json.data;
	expect(alerts.map((alert: { name: string; channelProblem: string | null }) => alert.channelProblem)).toEqual([
		PROBLEM,
		null,
	]);
	expect(refusals(await service.ask("PUT", existing, { body: { name: "Renamed" } }))).toEqual(refused);
	expect((await service.ask("PUT", existing, { body: { isEnabled: false } })).json.data.isEnabled).toBe(false);
	expect((await service.ask("PUT", existing, { body: { channel: ntfy, isEnabled: true } })).status).toBe(200);
});
