import { expect, test } from "vitest";
import { tellReaders } from "../testing/subscribers/mail-scenario.ts";

test("kills while readers are notified of an incident lose no mail, and repeat one only under its Message-ID", {
	timeout: 180_000,
}, async () => {
	const told = await tellReaders({ readers: 600, killsAt: [50, 200, 400], withinMs: 60_000 });
	expect(told).toMatchObject({ missing: 0, doubled: 0, kills: 3 });
	// Two batches of a hundred, for each kill.
	expect(told.repeated).toBeLessThanOrEqual(3 * 200);
	// Long lines of a head are folded (RFC 5322 §2.2.3).
	const unfolded = told.example.replaceAll(/\r\n(?=[ \t])/g, "");
	expect(unfolded).toMatch(/^List-Unsubscribe: <http:\/\/\S+\/status\/acme\/unsubscribe\?token=\S+>\r$/m);
	expect(unfolded).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m);
});
