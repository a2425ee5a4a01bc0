import { isSuccess } from "@lapwing/result";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { apiDocument } from "../../app.ts";
import { anyDocument } from "../../testing/any-document.ts";
import { CREATE_EXAMPLES } from "../monitors/monitor-bodies.ts";
import { readDocument } from "./document.ts";
import { configSchema } from "./schema.ts";

let validate: ValidateFunction;
beforeAll(() => {
	const ajv = new Ajv2020({ strict: false, allErrors: true });
	addFormats.default(ajv);
	validate = ajv.compile(configSchema(apiDocument()));
});
const variable = (name: string) => `\${${name}}`;
/** Null for a document that the schema takes. */
const faultsIn = (document: unknown) => (validate(document) ? null : validate.errors);

describe("the schema of configuration files", () => {
	test("takes an example of every type of monitor, without a name too", () => {
		const monitors = Object.entries<Readonly<Record<string, unknown>>>(CREATE_EXAMPLES).map(
			([key, { name: _, ...example }]) => ({ key, ...example }),
		);
		expect(faultsIn({ monitors })).toBeNull();
	});

	test("takes references by key or id, defaults, variables in texts and secrets by their names", () => {
		const channel = { type: "slack", url: { secret: "SLACK_URL" } };
		expect(
			faultsIn({
				project: "shop",
				defaults: { monitors: { intervalSeconds: 60, tags: ["prod"] }, alerts: { channel } },
				monitors: [
					{
						key: "api",
						url: `https://${variable("HOST")}/health`,
						dependsOn: ["db", "mon_01jgezt6z8e7kb3mq4f2ys0nd5"],
					},
					{ key: "db", type: "tcp", host: variable("DB_HOST"), port: 5432 },
				],
				alerts: [{ key: "ops", name: "Ops", monitorIds: ["api"] }],
			}),
		).toBeNull();
	});

	test.each([
		["an unknown list", { monitor: [] }],
		["an object without a key", { monitors: [{ url: "https://example.com/" }] }],
		["a key with a space", { monitors: [{ key: "a b", url: "https://example.com/" }] }],
		["a misspelled member", { monitors: [{ key: "a", url: "https://example.com/", timeout: 5 }] }],
		["a member of another type", { monitors: [{ key: "a", type: "ping", host: "example.com", method: "GET" }] }],
		["content checks of a type without content", { monitors: [{ key: "a", type: "ping", contentChecks: [] }] }],
		["a number out of range", { monitors: [{ key: "a", url: "https://example.com/", intervalSeconds: 5 }] }],
		["an unknown channel", { alerts: [{ key: "a", channel: { type: "pigeon" } }] }],
		["a default that no object has", { defaults: { monitors: { interval: 60 } } }],
	])("refuses %s", (_, document) => {
		expect(faultsIn(document)).not.toBeNull();
	});

	test("describes members for editors", () => {
		const { properties, $defs } = configSchema(apiDocument()) as Record<string, object>;
		expect(JSON.stringify(properties)).toContain("Default: `true`.");
		expect(JSON.stringify([properties, $defs])).not.toContain("#/components/");
	});

	test("takes every document that the service takes", () => {
		fc.assert(
			fc.property(anyDocument("usr_01jgezt6z8e7kb3mq4f2ys0nd5"), (document) => {
				if (isSuccess(readDocument(document))) expect(faultsIn(document)).toBeNull();
			}),
			{ numRuns: 20 },
		);
	});
});
