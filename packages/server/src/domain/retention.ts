/** How long history is kept. Days of roll-up are kept for ever: one row a monitor and day. */

export interface Retention {
	/** Single checks. */
	readonly resultsDays: number;
	/** Hourly figures. */
	readonly hoursDays: number;
	/** Alert events and changes of status. */
	readonly eventsDays: number;
}

export const DEFAULT_RETENTION: Retention = { resultsDays: 35, hoursDays: 400, eventsDays: 400 };
