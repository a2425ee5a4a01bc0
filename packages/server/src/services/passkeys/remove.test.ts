import { expect, test } from "vitest";
import { addPasskey } from "../../storage/access/passkeys.ts";
import type { Tx } from "../../storage/database/tx.ts";
import { freshDatabase, onEachEngine } from "../../storage/testing/engines.ts";
import { aProvenUser } from "../../storage/testing/users.ts";
import { inTransaction } from "../change.ts";
import { removePasskey } from "./remove.ts";

const NO_MODEL = "00000000-0000-0000-0000-000000000000";

/** An account with a passkey for each of these relying parties, and how to remove one of them. */
async function anAccountWith(database: Tx, ...rpIds: readonly string[]) {
	const user = await aProvenUser(database);
	const ids: string[] = [];
	for (const [index, rpId] of rpIds.entries()) {
		const credential = { credentialId: `id-${index}`, publicKey: "cG9zZQ", counter: 0, transports: ["internal"] };
		const wanted = { ...credential, userId: user.id, name: "Laptop", rpId, aaguid: NO_MODEL, isBackedUp: false };
		ids.push((await addPasskey(database, wanted, 0))?.publicId ?? "");
	}
	const actor = { who: { kind: "user", id: user.publicId, name: user.name }, address: null, userId: user.id } as const;
	const remove = async (index: number, rpId: string | null, canMailLinks = false) => {
		const input = { id: ids[index] ?? "", rpId, canMailLinks, issuer: null, takesPasswords: false };
		const removed = await inTransaction(database, (tx) => removePasskey(tx, actor, input, { now: 0 }));
		return removed.status === "failure" ? removed.error.code : "removed";
	};
	return { remove };
}

onEachEngine("a passkey", (name) => {
	test("can be removed except the last one, unless there is another way to sign in", async () => {
		await using database = await freshDatabase(name);
		const { remove } = await anAccountWith(database, "localhost", "localhost");
		const both = await Promise.all([remove(0, "localhost"), remove(1, "localhost")]);
		expect(both.toSorted()).toEqual(["last_way_in", "removed"]);
		const rest = [await remove(0, "localhost", true), await remove(1, "localhost", true)];
		expect(rest.toSorted()).toEqual(["not_found", "removed"]);
	});

	test("of a former relying party is no way to sign in: it can be removed, and the last of the present cannot", async () => {
		await using database = await freshDatabase(name);
		const { remove } = await anAccountWith(database, "old.example", "lapwing.example");
		expect(await remove(1, "lapwing.example")).toBe("last_way_in");
		expect(await remove(0, "lapwing.example")).toBe("removed");
		expect(await remove(1, null)).toBe("last_way_in");
	});
});
