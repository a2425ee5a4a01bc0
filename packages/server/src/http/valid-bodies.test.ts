/**
 * What the OpenAPI document allows as a body is accepted: generated clients and editors know no other rule. A tenth may
 * be refused, for what no schema says, such as how two instants lie to one another.
 */

import fc from "fast-check";
import { expect, test } from "vitest";
import { downObservation, upObservation } from "../storage/testing/fixtures.ts";
import { ROUTES } from "./app.ts";
import { Documented, type Json } from "./testing/documented.ts";
import { aValueOf } from "./testing/json-schema-arbitrary.ts";
import { hasIds, realPath } from "./testing/paths.ts";
import { aMember } from "./testing/people.ts";
import { startService } from "./testing/service.ts";

/** Of each operation. */
const BODIES = 12;
/** What depends on what is there: ids are well-formed, and of nothing; what is changed is of another type or state. */
const OF_WHAT_IS_THERE =
	/no such|There is no|there is none to keep|Is no member|Has no turns|a type never changes|leads elsewhere|of a resolved incident|Another status page|^Give startsAt and endsAt, or recurrence/;
/** Only a passkey can make that. */
const SIGNED = "/api/v1/account/passkeys";
/** After all instants that are generated. */
const NOW = Date.UTC(2027, 0, 2);

test("of bodies that the document allows, a tenth at most is refused", { timeout: 120_000 }, async () => {
	await using service = await startService("sqlite", {
		tryCheck: async ({ settings }) => ({
			observation: settings.type === "http" ? upObservation : downObservation,
			startedAt: service.clock.now,
			completedAt: service.clock.now,
		}),
	});
	service.clock.now = NOW;
	const { document } = new Documented((await service.ask("GET", "/api/v1/openapi.json", { key: null })).json);
	const refused: string[] = [];
	let sent = 0;
	for (const [method, path] of ROUTES) {
		const operation: Json = document.paths[path.replaceAll(/:(\w+)/g, "{$1}")]?.[method.toLowerCase()];
		const content: Json = operation?.requestBody?.content["application/json"];
		if (content === undefined || path === SIGNED) continue;
		const bodies = fc.sample(aValueOf(content.schema, document.components.schemas), { numRuns: BODIES, seed: 7 });
		const { team, key } = await service.newTeam(`team-${sent}`);
		for (const body of bodies) {
			const member = /\/(account|session)/.test(path) ? await aMember(service, "owner", team) : null;
			service.clock.now += 60_000;
			const url = hasIds(path) && !path.startsWith("/api/v1/account/") ? await realPath(service, path, key) : path;
			const answer = member ? await member.ask(method, url, { body }) : await service.ask(method, url, { key, body });
			sent += 1;
			if (answer.status !== 400) continue;
			const details: { path: string; message: string }[] = answer.json?.error?.details ?? answer.json?.errors ?? [];
			const reasons = details.filter(({ message }) => !OF_WHAT_IS_THERE.test(message));
			if (reasons.length === 0 && details.length > 0) continue;
			refused.push(`${method} ${path} ${reasons.map(({ path: at, message }) => `${at}: ${message}`).join(" ")}`);
		}
	}
	expect(sent).toBeGreaterThan(500);
	expect(refused.length / sent, refused.join("\n")).toBeLessThanOrEqual(0.1);
});
