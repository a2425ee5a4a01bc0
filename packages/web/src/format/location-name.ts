/** A location as people read it. */
export function locationName(location: string | null): string {
	return location ?? "Lapwing itself";
}
