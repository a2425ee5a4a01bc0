/** The stores of the recipes that need packages of their own, in the folder where these are installed. */

import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { RedisChallenges, type RedisLike, RedisPasskeys } from "../../recipes/stores/redis.ts";
import { SQLITE_SCHEMA } from "../../recipes/stores/sqlite.ts";
import type { Stores } from "./store-suite.ts";

export const REDIS_SERVER = ["redis-server", "valkey-server"].find(
	(name) => spawnSync(name, ["--version"]).status === 0,
);

type ChallengesOf = (
	database: unknown,
	options: { now?: (() => number) | undefined },
) => ReturnType<Stores["challenges"]>;
type PasskeysOf = new (database: unknown) => Stores["passkeys"];

/** A file of the recipes, as it is laid out in `recipes`. */
async function load(recipes: string, path: string): Promise<Record<string, unknown>> {
	return import(/* @vite-ignore */ pathToFileURL(join(recipes, path)).href);
}

/** A database file: in memory, each connection of libSQL's would have one of its own. */
async function openDatabase(recipes: string) {
	const directory = await mkdtemp(join(tmpdir(), "lapwing-libsql-"));
	const url = `file:${join(directory, "passkeys.db")}`;
	const client = createRequire(`${recipes}/stores/package.json`)("@libsql/client").createClient({ url });
	await client.executeMultiple(SQLITE_SCHEMA);
	return {
		client,
		url,
		async close() {
			client.close();
			await rm(directory, { recursive: true });
		},
	};
}

function storesOf(
	database: unknown,
	recipe: Record<string, unknown>,
	name: string,
	close: () => Promise<void>,
): Stores {
	const challengesOf = recipe[`${name.toLowerCase()}Challenges`] as ChallengesOf;
	const Passkeys = recipe[`${name}Passkeys`] as PasskeysOf;
	return {
		passkeys: new Passkeys(database),
		challenges: (now) => challengesOf(database, { now }),
		[Symbol.asyncDispose]: close,
	};
}

export async function openLibsql(recipes: string): Promise<Stores> {
	const { client, close } = await openDatabase(recipes);
	return storesOf(client, await load(recipes, "stores/libsql.ts"), "Libsql", close);
}

export async function openDrizzle(recipes: string): Promise<Stores> {
	const { client, close } = await openDatabase(recipes);
	const { drizzle } = createRequire(`${recipes}/stores/package.json`)("drizzle-orm/libsql");
	return storesOf(drizzle(client), await load(recipes, "stores/drizzle.ts"), "Drizzle", close);
}

export async function openPrisma(recipes: string): Promise<Stores> {
	const { url, close } = await openDatabase(recipes);
	const { PrismaLibSql } = createRequire(`${recipes}/stores/package.json`)("@prisma/adapter-libsql");
	const { PrismaClient } = await load(recipes, "stores/prisma/generated/client.ts");
	const prisma = new (PrismaClient as new (options: object) => { $disconnect(): Promise<void> })({
		adapter: new PrismaLibSql({ url }),
	});
	return storesOf(prisma, await load(recipes, "stores/prisma/prisma.ts"), "Prisma", async () => {
		await prisma.$disconnect();
		await close();
	});
}

export async function openRedis(recipes: string): Promise<Stores> {
	const directory = await mkdtemp(join(tmpdir(), "lapwing-redis-"));
	const socket = join(directory, "redis.sock");
	const args = ["--port", "0", "--unixsocket", socket, "--save", "", "--appendonly", "no", "--dir", directory];
	const server = spawn(REDIS_SERVER ?? "", args, { stdio: ["ignore", "pipe", "inherit"] });
	await ready(server);
	const { createClient } = createRequire(`${recipes}/stores/package.json`)("redis");
	const client = createClient({ socket: { path: socket, tls: false } });
	await client.connect();
	const redis: RedisLike = client;
	return {
		passkeys: new RedisPasskeys(redis),
		challenges: (now) => new RedisChallenges(redis, { now }),
		async [Symbol.asyncDispose]() {
			client.destroy();
			server.kill();
			await once(server, "exit");
			await rm(directory, { recursive: true });
		},
	};
}

async function ready(server: ChildProcess): Promise<void> {
	for await (const chunk of server.stdout ?? []) if (String(chunk).includes("eady to accept connections")) break;
	server.stdout?.resume();
}
