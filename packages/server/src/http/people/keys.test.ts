import { expect, test } from "vitest";
import { NOON, startService } from "../testing/service.ts";

test("a key expires at an instant of any offset, which must be in the future", async () => {
	await using service = await startService("sqlite");
	const make = async (expiresAt: unknown) => {
		const body = { name: "CI", scopes: ["monitors:read"], expiresAt };
		const { status, json } = await service.ask("POST", "/api/v1/keys", { body });
		return status === 201 ? json.data.expiresAt : json.error.details[0];
	};
	expect(await make(null)).toBeNull();
	expect(await make(new Date(NOON + 1).toISOString())).toBe(new Date(NOON + 1).toISOString());
	expect(await make("2025-06-15T14:00:01+02:00")).toBe("2025-06-15T12:00:01.000Z");
	const past = { path: "/expiresAt", message: "Must be in the future." };
	expect(await make(new Date(NOON).toISOString())).toEqual(past);
	expect(await make("2025-06-15T14:00:00+02:00")).toEqual(past);
	for (const none of ["2025-12-31", "2026-02-30T00:00:00Z", NOON + 1, ""]) {
		expect(await make(none)).toMatchObject({
			path: "/expiresAt",
			message: expect.stringMatching(/^Must be an instant in ISO 8601/),
		});
	}
});
