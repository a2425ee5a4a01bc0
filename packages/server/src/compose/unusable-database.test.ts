import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newDatabaseUrl } from "../storage/testing/engines.ts";
import { holdDatabase, openMigratedDatabase } from "./database.ts";
import { UnusableDatabase } from "./unusable-database.ts";

let folder: string;
beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), "lapwing-unusable-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** What the error of opening it advises. */
async function advice(databaseUrl: string): Promise<string | null> {
	const error = await openMigratedDatabase({ databaseUrl }).catch((thrown: unknown) => thrown);
	if (!(error instanceof UnusableDatabase)) return expect.unreachable(String(error));
	return error.advice;
}

test("a folder in place of a file is refused with the name of a file in it", async () => {
	expect(await advice(`sqlite:${folder}`)).toBe(
		`${folder} is a folder. Set DATABASE_URL to a file: sqlite:${folder}/lapwing.db.`,
	);
});

test("another program's file is refused with the setting to change", async () => {
	const path = join(folder, "notes.txt");
	await writeFile(path, "Bread, milk and a kilogram of apples.\n".repeat(50));
	expect(await advice(`sqlite:${path}`)).toBe("Set DATABASE_URL to another file.");
});

test.skipIf(process.platform !== "linux")("a folder that can't be made is refused with who lacks what", () => {
	const hold = () => holdDatabase({ databaseUrl: "sqlite:/proc/none/lapwing.db" });
	expect(hold).toThrow(UnusableDatabase);
	expect(hold).toThrow(
		expect.objectContaining({ advice: expect.stringMatching(/needs write permission .* \/proc\./) }),
	);
});

test("a PostgreSQL that is away, lacks the database or refuses the user is told apart", async () => {
	expect(await advice("postgres://somebody@127.0.0.1:1/none")).toBe(
		"Check that PostgreSQL runs there, or correct DATABASE_URL.",
	);
	const { url, drop } = await newDatabaseUrl("postgresql");
	await drop();
	expect(await advice(url)).toBe("Create that database, or correct DATABASE_URL.");
	const stranger = new URL(url);
	stranger.username = "stranger";
	expect(await advice(stranger.href)).toBe("Correct the user and the password in DATABASE_URL.");
});
