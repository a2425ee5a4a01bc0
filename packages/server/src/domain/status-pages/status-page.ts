/** Status pages: a name, a slug, and the monitors they show. */

export const MAX_STATUS_PAGES_PER_TEAM = 100;

export interface StatusPage {
	readonly id: number;
	/** `sp_…` */
	readonly publicId: string;
	readonly name: string;
	/** Unique in its team. */
	readonly slug: string;
	/** `mon_…` of those that exist. */
	readonly monitorIds: readonly string[];
	readonly createdAt: number;
	readonly updatedAt: number;
}

export interface StatusPageSettings {
	readonly name: string;
	readonly slug: string;
	/** Keys in storage. */
	readonly monitors: readonly number[];
}

/** What is seen of a status page, in the API and in audit events. */
export function statusPageFields({ name, slug, monitorIds }: StatusPage) {
	return { name, slug, monitorIds: [...monitorIds] };
}
