/** What is read of an account, and what of it pages need to know. */

/** An object of JSON:API. */
export interface Item {
	readonly id: string;
	readonly attributes: Readonly<Record<string, unknown>>;
}

export interface BetterStackInput {
	readonly monitors: readonly Item[];
	readonly monitorGroups: readonly Item[];
	readonly heartbeats: readonly Item[];
	readonly heartbeatGroups: readonly Item[];
	readonly pages: readonly {
		readonly page: Item;
		readonly sections: readonly Item[];
		readonly resources: readonly Item[];
	}[];
}

/** Our keys by `Monitor:1`, `HeartbeatGroup:2`: as resources of pages name them. */
export type Keys = Map<string, string[]>;
