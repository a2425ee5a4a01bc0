import { expect, test } from "vitest";
import { apiDocument } from "../app.ts";

/** The instants that the specification shows in milliseconds, and those that followed it early. No new one is. */
const IN_MILLISECONDS = [
	"Alert.createdAt",
	"Alert.updatedAt",
	"AlertEvent.createdAt",
	"AlertEvent.sentAt",
	"CheckResult.completedAt",
	"CheckResult.createdAt",
	"ContentCheck.createdAt",
	"ContentCheck.updatedAt",
	"Health.schedulerTickedAt",
	"Listed*Monitor.createdAt",
	"Listed*Monitor.enabledAt",
	"Listed*Monitor.sslExpiresAt",
	"Listed*Monitor.sslLastCheckedAt",
	"Listed*Monitor.updatedAt",
];
/** Of compact answers, whose columns are seconds or minutes since the epoch. */
const COMPACT = ["Board.createdAt", "Board.since", "LiveChange.since"];

const INSTANT = /(?:At|since|until)$|^(?:from|to|expires)$/;

type Node = Readonly<Record<string, unknown>>;

/** The members of a schema that are instants by their names and numbers by their types. */
function* numericInstants(node: unknown, schema: string): Iterable<string> {
	if (typeof node !== "object" || node === null) return;
	for (const [name, member] of Object.entries((node as { properties?: Node }).properties ?? {})) {
		if (INSTANT.test(name) && /"(?:integer|number)"/.test(JSON.stringify(member))) yield `${schema}.${name}`;
	}
	for (const [name, inner] of Object.entries(node)) {
		if (name !== "example" && name !== "examples") yield* numericInstants(inner, schema);
	}
}

test("every instant is ISO 8601, but for those that the specification shows in milliseconds", () => {
	const { schemas = {} } = apiDocument().components as { schemas?: Node };
	const found = Object.entries(schemas).flatMap(([name, schema]) => [...numericInstants(schema, name)]);
	const families = found.map((each) => each.replace(/^Listed[A-Z][a-z]+Monitor/, "Listed*Monitor"));
	expect([...new Set(families)].sort()).toEqual([...IN_MILLISECONDS, ...COMPACT].sort());
});
