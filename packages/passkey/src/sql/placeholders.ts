/** `statement`, written with `?`, as PostgreSQL wants it: with `$1`, `$2` … */
export function numbered(statement: string): string {
	let count = 0;
	return statement.replace(/\?/g, () => `$${++count}`);
}
