/** What a row of faults is, and what it acts on. */

import type { ScriptedTarget } from "./script.ts";
import type { ProcessSettings } from "./settable-process.ts";
import type { ResolverMode } from "./targets-process.ts";

/** What faults act on. */
export interface UnderTest {
	readonly engine: "sqlite" | "postgresql";
	/** Of the service that runs now. */
	readonly pid: number;
	readonly databaseUrl: string;
	/** The file that a full disk is filled with; null where the service has no disk of its own. */
	readonly ballast: string | null;
	/** Null: the database is a file. */
	readonly server: { stop(): Promise<void>; start(): Promise<void>; delayMs: number } | null;
	resolver(mode: ResolverMode): void;
	set(settings: Partial<ProcessSettings>): Promise<void>;
	readonly settings: ProcessSettings;
	/** Ends the service with SIGKILL and starts it again. */
	killAndRestart(): Promise<void>;
}

export interface OurFault {
	readonly id: string;
	readonly owner: "ours" | "path";
	/** With what it is injected here, where that differs between machines. */
	readonly by?: string;
	/** Seconds in the long form; the short form has a tenth, a second at least. */
	readonly lastsSeconds: number;
	/** Seconds that the service needs afterwards until it checks and records as before. */
	readonly settlesSeconds: number;
	/** Whether it keeps a check of this target from being made or recorded; false: outages must be found meanwhile. */
	hides(target: ScriptedTarget): boolean;
	/** Why it can't be injected here; null when it can. */
	lacks(test: UnderTest): string | null;
	/** Resolves when it is over: `lasts` resolves after its time. */
	inject(test: UnderTest, lasts: () => Promise<void>): Promise<void>;
}
