import fc from "fast-check";
import { expect, test } from "vitest";
import { cborMap, encodeCbor } from "../../testing/encode-cbor.ts";
import { parseAttestationObject } from "./attestation-object.ts";

const bytes = fc.uint8Array({ maxLength: 30 }).map((array) => new Uint8Array(array));

test("what was written is read, in any order of members and beside members that are not known", () => {
	fc.assert(
		fc.property(fc.string(), bytes, bytes, fc.constantFrom(0, 1, 2, 3), (format, sig, authData, turn) => {
			const statement = cborMap(["alg", -7], ["sig", sig]);
			const members = [
				["fmt", format],
				["attStmt", statement],
				["authData", authData],
				["ep", true],
			] as const;
			const object = cborMap(...members.slice(turn), ...members.slice(0, turn));
			expect(parseAttestationObject(encodeCbor(object))).toStrictEqual({
				format,
				statement,
				authenticatorData: authData,
			});
		}),
	);
});
