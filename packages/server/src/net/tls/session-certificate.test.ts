import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { connect } from "node:tls";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createAuthority } from "../../probe/targets/certificates.ts";
import { startTlsTarget } from "../../probe/targets/http-target.ts";
import { certificateIn } from "./session-certificate.ts";

/** The session of a handshake, and the certificate that Node itself finds in it. */
async function sessionOf(options: { maxVersion?: "TLSv1.2"; host?: string; names?: readonly string[] }) {
	const { maxVersion, host = "localhost", names = [host] } = options;
	const root = await createAuthority();
	await using target = await startTlsTarget({ certificate: await root.issue({ names }) });
	const { port } = target;
	const versions = maxVersion === undefined ? {} : { maxVersion };
	const socket = connect({ host: "127.0.0.1", port, servername: host, ca: root.certificate, ...versions });
	await once(socket, "secureConnect");
	const [session, certificate] = [socket.getSession(), socket.getPeerX509Certificate()?.raw];
	socket.destroy();
	if (session === undefined || certificate === undefined) throw new Error("There is no session.");
	return { session, certificate };
}

test.each([
	["TLS 1.3", {}],
	["TLS 1.2", { maxVersion: "TLSv1.2" }],
	["a long name", { host: `${"a".repeat(60)}.${"0".repeat(60)}.example` }],
	["a certificate of 300 names", { names: ["localhost", ...Array.from({ length: 300 }, (_, i) => `${i}.example`)] }],
] as const)("the certificate of a session is the one that the server showed: %s", async (_, options) => {
	const { session, certificate } = await sessionOf(options);
	expect(certificateIn(session)?.equals(certificate)).toBe(true);
});

test("a session that is cut off has no certificate, and a damaged one throws no error", async () => {
	const { session } = await sessionOf({});
	expect(certificateIn(undefined)).toBeNull();
	expect(certificateIn(Buffer.alloc(0))).toBeNull();
	expect(certificateIn(randomBytes(1_000))).toBeNull();
	const found = Array.from(session, (_, length) => certificateIn(session.subarray(0, length)));
	expect(found.findIndex((certificate) => certificate !== null)).toBe(-1);
	fc.assert(
		fc.property(fc.nat(session.length - 1), fc.integer({ min: 0, max: 255 }), (offset, byte) => {
			const damaged = Buffer.from(session);
			damaged[offset] = byte;
			expect(() => certificateIn(damaged)).not.toThrow();
		}),
	);
});
