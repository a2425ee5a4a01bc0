/** The document before the two linters that its readers run, in their recommended settings but for one option. */

import { createConfig, lintFromString } from "@redocly/openapi-core";
import spectralCore, { type RulesetDefinition } from "@stoplight/spectral-core";
import spectralRulesets from "@stoplight/spectral-rulesets";
import { expect, test } from "vitest";
import { apiDocument } from "../app.ts";

const source = JSON.stringify({ ...apiDocument(), servers: [{ url: "https://lapwing.invalid" }] });

/**
 * Without it Redocly forbids members that a subschema does not name, also in those of `if`, `then` and `else`, which
 * name only what they are about. What a body may hold is said by its own `additionalProperties`.
 */
const EXAMPLES = { severity: "error", allowAdditionalProperties: true } as const;

test("Redocly finds nothing", async () => {
	const rules = { "no-invalid-media-type-examples": EXAMPLES, "no-invalid-schema-examples": EXAMPLES };
	const config = await createConfig({ extends: ["recommended"], rules });
	const problems = await lintFromString({ source, config });
	expect(problems.map(({ ruleId, message, location: [at] }) => `${ruleId}: ${message} ${at?.pointer}`)).toEqual([]);
});

test("Spectral finds nothing", { timeout: 120_000 }, async () => {
	const spectral = new spectralCore.Spectral();
	spectral.setRuleset({ extends: [[spectralRulesets.oas as RulesetDefinition, "recommended"]] });
	const problems = await spectral.run(source);
	expect(problems.map(({ code, message, path }) => `${code}: ${message} ${path.join("/")}`)).toEqual([]);
});
