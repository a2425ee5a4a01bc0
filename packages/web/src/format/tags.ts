/** Tags as they are typed, apart by spaces or commas. The API lower-cases them and judges. */
export function tagsOf(text: string): string[] {
	return [...new Set(text.split(/[\s,]+/).filter(Boolean))];
}
