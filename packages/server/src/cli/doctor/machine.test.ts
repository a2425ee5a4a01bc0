import { expect, test } from "vitest";
import { DESCRIPTORS_WITH_READERS } from "../../compose/machine/check-slots.ts";
import { openFiles } from "./machine.ts";

test("a limit of open files that a crowd of readers would use up is wrong, and what it must be is said", () => {
	expect(openFiles(DESCRIPTORS_WITH_READERS).ok).toBe(true);
	expect(openFiles(DESCRIPTORS_WITH_READERS - 1)).toMatchObject({
		check: "Open files",
		ok: false,
		message: expect.stringContaining(`need ${DESCRIPTORS_WITH_READERS}. Raise it: LimitNOFILE=`),
	});
});
