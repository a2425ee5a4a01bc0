/** Where a status page is read. */

/**
 * The address of a page, without a slash at its end: its own domain's, else below the service's.
 *
 * @param origin of the service, for example `https://lapwing.example`
 * @param domain proven to be the page's; null: it has none
 */
export function pageAddress(slug: string, domain: string | null, origin: string): string {
	return domain === null ? `${origin}/status/${slug}` : `https://${domain}`;
}
