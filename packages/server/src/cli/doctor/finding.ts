/** What one check of the setup found. */
export interface Finding {
	readonly check: string;
	readonly ok: boolean;
	/** What was found and, when it is wrong, what to do. */
	readonly message: string;
}
