/** The `compound` format (WebAuthn Level 3 §8.9): several statements on one credential, of any other formats. */

import type { CborValue } from "../../server/responses/cbor.ts";
import type { ReceivedAttestation } from "../../server/verification/attestation-policy.ts";

/** The standard asks for two at least. More than a few cost us signatures and tell us nothing. */
const MIN_STATEMENTS = 2;
const MAX_STATEMENTS = 4;

/** The statements in it, each as if it had come alone; `undefined` when they are not that. None is compound again. */
export function statementsOf(received: ReceivedAttestation): ReceivedAttestation[] | undefined {
	const { statements = [] } = received;
	if (statements.length < MIN_STATEMENTS || statements.length > MAX_STATEMENTS) return undefined;
	const alone = statements.map((each) => readStatement(received, each));
	return alone.every((each) => each !== undefined) ? alone : undefined;
}

function readStatement(received: ReceivedAttestation, value: CborValue): ReceivedAttestation | undefined {
	if (!(value instanceof Map)) return undefined;
	const format = value.get("fmt");
	const statement = value.get("attStmt");
	if (typeof format !== "string" || format === "compound" || !(statement instanceof Map)) return undefined;
	return { ...received, format, statement, statements: undefined };
}
