/** As much of a database as the stores need, and how the usual drivers have it. */

export type SqlValue = string | number;

/** Each call runs one statement by itself, outside of any transaction, with parameters as its engine writes them. */
export interface SqlDatabase {
	readonly engine: "sqlite" | "postgresql" | "mysql";
	/** Answers how many rows the statement changed. */
	run(statement: string, parameters: SqlValue[]): number | bigint | null | Promise<number | bigint | null>;
	/** Answers the rows that it selected. */
	all(statement: string, parameters: SqlValue[]): readonly object[] | Promise<readonly object[]>;
}

interface SqliteDriver {
	prepare(statement: string): {
		run(...parameters: SqlValue[]): { changes: number | bigint };
		all(...parameters: SqlValue[]): unknown[];
	};
}

interface PostgresqlDriver {
	query(statement: string, parameters: SqlValue[]): Promise<{ rows: object[]; rowCount: number | null }>;
}

interface MysqlDriver {
	execute(statement: string, parameters: SqlValue[]): Promise<[unknown, unknown]>;
}

/** @param driver a database of `node:sqlite`, `better-sqlite3` or `bun:sqlite`. */
export function sqlite(driver: SqliteDriver): SqlDatabase {
	return {
		engine: "sqlite",
		run: (statement, parameters) => driver.prepare(statement).run(...parameters).changes,
		all: (statement, parameters) => driver.prepare(statement).all(...parameters) as object[],
	};
}

/** @param driver a pool of `pg`. */
export function postgresql(driver: PostgresqlDriver): SqlDatabase {
	return {
		engine: "postgresql",
		run: async (statement, parameters) => (await driver.query(statement, parameters)).rowCount,
		all: async (statement, parameters) => (await driver.query(statement, parameters)).rows,
	};
}

/**
 * Of one statement, before its deadlock is the caller's. When 200 ceremonies began at once over 20 connections to
 * MariaDB 10.11, half of the statements ended in one, and none took more than 12 attempts.
 */
const MAX_ATTEMPTS = 20;

/** @param driver a pool of `mysql2/promise`, for MySQL or MariaDB. */
export function mysql(driver: MysqlDriver): SqlDatabase {
	return {
		engine: "mysql",
		run: async (statement, parameters) => {
			for (let attempt = 1; ; attempt += 1) {
				try {
					const [header] = await driver.execute(statement, parameters);
					return (header as { affectedRows: number }).affectedRows;
				} catch (error) {
					// InnoDB undoes one of two statements that wait for each other, and wants it run again.
					if (attempt === MAX_ATTEMPTS || (error as { code?: unknown }).code !== "ER_LOCK_DEADLOCK") throw error;
				}
			}
		},
		all: async (statement, parameters) => (await driver.execute(statement, parameters))[0] as object[],
	};
}
