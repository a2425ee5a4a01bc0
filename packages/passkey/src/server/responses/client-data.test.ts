import fc from "fast-check";
import { expect, test } from "vitest";
import { parseClientData } from "./client-data.ts";

const text = fc.string({ unit: "grapheme" });
const clientData = fc.record(
	{ type: text, challenge: text, origin: text, crossOrigin: fc.boolean(), topOrigin: text },
	{ requiredKeys: ["type", "challenge", "origin"], noNullPrototype: true },
);
const encode = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));

test("client data that was encoded is read back", () => {
	fc.assert(
		fc.property(clientData, (original) => {
			expect(parseClientData(encode(original))).toStrictEqual({
				crossOrigin: undefined,
				topOrigin: undefined,
				...original,
			});
		}),
	);
});

test("the shortest possible client data is read", () => {
	expect(parseClientData(encode({ type: "", challenge: "", origin: "" }))).toMatchObject({ type: "" });
});

test("when a member is there twice, the last one counts, as in JSON.parse", () => {
	const twice = '{"type":"webauthn.get","challenge":"A","origin":"https://a.example","challenge":"B"}';
	expect(parseClientData(new TextEncoder().encode(twice))?.challenge).toBe("B");
});

test("one byte order mark is stripped, and a second is not", () => {
	const data = JSON.stringify({ type: "t", challenge: "c", origin: "o" });
	expect(parseClientData(new TextEncoder().encode(`\ufeff${data}`))?.type).toBe("t");
	expect(parseClientData(new TextEncoder().encode(`\ufeff\ufeff${data}`))).toBeUndefined();
});
