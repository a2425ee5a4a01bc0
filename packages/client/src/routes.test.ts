/**
 * What the compiler knows of each route. These assertions are made by `tsc`; running them only shows that they exist.
 */

import type { Result } from "@lapwing/result";
import { expectTypeOf, test } from "vitest";
import type { Client } from "./client.ts";
import type { ApiError } from "./errors.ts";
import type { components } from "./generated/openapi.ts";
import type { DataOf, ItemOf, ListPath, PathOf } from "./routes.ts";

type Schemas = components["schemas"];
/** The types of monitors, as the document's schemas name them: `Http`, … */
type TypeName = keyof Schemas extends infer Name ? (Name extends `Full${infer Type}Monitor` ? Type : never) : never;
type Single = Schemas[`${TypeName}Monitor`];
type Full = Schemas[`Full${TypeName}Monitor`];
type Listed = Schemas[`Listed${TypeName}Monitor`];

/** Never called: its requests would go nowhere. */
export async function calls(lapwing: Client) {
	const path = { id: "mon_1" };
	const single = await lapwing.get("/api/v1/monitors/{id}", { path });
	expectTypeOf(single).toEqualTypeOf<Result<Single, ApiError>>();
	const full = await lapwing.get("/api/v1/monitors/{id}", { path, query: { view: "full" } });
	expectTypeOf(full).toEqualTypeOf<Result<Full, ApiError>>();
	const made = await lapwing.post("/api/v1/monitors", {
		query: { view: "full" },
		body: { name: "Website", url: "https://example.com/" },
	});
	expectTypeOf(made).toEqualTypeOf<Result<Full, ApiError>>();
	const changed = await lapwing.put("/api/v1/monitors/{id}", { path, body: { intervalSeconds: 120 } });
	expectTypeOf(changed).toEqualTypeOf<Result<Single, ApiError>>();
	expectTypeOf(await lapwing.delete("/api/v1/monitors/{id}", { path })).toEqualTypeOf<Result<undefined, ApiError>>();
	expectTypeOf(await lapwing.get("/api/v1/board")).toEqualTypeOf<Result<Schemas["Board"], ApiError>>();

	for await (const monitor of lapwing.list("/api/v1/monitors")) expectTypeOf(monitor).toEqualTypeOf<Listed>();
	const whole = lapwing.list("/api/v1/monitors", { query: { view: "full", tag: undefined } });
	for await (const monitor of whole) expectTypeOf(monitor).toEqualTypeOf<Full>();
	for await (const day of lapwing.list("/api/v1/reports/uptime-daily")) {
		expectTypeOf(day).toEqualTypeOf<Schemas["UptimeDay"]>();
	}

	// @ts-expect-error The path has an id.
	await lapwing.get("/api/v1/monitors/{id}");
	// @ts-expect-error There is no such path.
	await lapwing.get("/api/v1/monitor");
	// @ts-expect-error This path has no PUT.
	await lapwing.put("/api/v1/board");
	// @ts-expect-error A body needs its members.
	await lapwing.post("/api/v1/monitors", { body: { name: "Website" } });
	// @ts-expect-error There is no such parameter.
	await lapwing.get("/api/v1/monitors/{id}", { path, query: { veiw: "full" } });
	// @ts-expect-error Alerts have one view.
	await lapwing.get("/api/v1/alerts", { query: { view: "full" } });
	// @ts-expect-error The board has no query.
	await lapwing.get("/api/v1/board", { query: { perPage: 1 } });
	// @ts-expect-error There is no such option.
	await lapwing.get("/api/v1/board", { singal: AbortSignal.timeout(1) });
	// @ts-expect-error The board is no list.
	lapwing.list("/api/v1/board");
}

test("knows the paths of each method, and which of them are lists", () => {
	expectTypeOf<"/api/v1/monitors">().toExtend<ListPath>();
	expectTypeOf<"/api/v1/monitors/{id}/results">().toExtend<ListPath>();
	expectTypeOf<"/api/v1/board">().not.toExtend<ListPath>();
	expectTypeOf<"/api/v1/board">().not.toExtend<PathOf<"DELETE">>();
	expectTypeOf<ItemOf<"/api/v1/alerts">>().toEqualTypeOf<Schemas["Alert"]>();
	expectTypeOf<DataOf<"GET", "/api/v1/monitors/{id}", "full" | undefined>>().toEqualTypeOf<Single | Full>();
});
