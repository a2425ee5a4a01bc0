/** The logo and the icon of a status page. */

import { IMAGE_KINDS, type ImageKind, type PageImage } from "../../domain/status-pages/page-image.ts";
import { codeOf, labelOf } from "../database/codes.ts";
import type { Tx } from "../database/tx.ts";

/** By the page's key and the kind: `12 logo`. Without their bytes. */
export async function imagesOf({ db }: Tx, pageIds: readonly number[]): Promise<ReadonlyMap<string, PageImage>> {
	const rows = await db
		.selectFrom("status_page_images")
		.select([
			"status_page_id",
			"kind",
			"type",
			"width",
			"height",
			"hash",
			(of) => of.fn<number>("length", ["bytes"]).as("size"),
		])
		.where("status_page_id", "in", pageIds)
		.execute();
	return new Map(
		rows.map(({ status_page_id, kind, type, size, ...image }) => [
			`${status_page_id} ${labelOf(IMAGE_KINDS, kind)}`,
			{ ...image, type: type as PageImage["type"], size: Number(size) },
		]),
	);
}

export async function imageBytes(
	{ db }: Tx,
	pageId: number,
	kind: ImageKind,
): Promise<{ readonly type: string; readonly hash: string; readonly bytes: Uint8Array } | null> {
	const row = await db
		.selectFrom("status_page_images")
		.select(["type", "hash", "bytes"])
		.where("status_page_id", "=", pageId)
		.where("kind", "=", codeOf(IMAGE_KINDS, kind))
		.executeTakeFirst();
	return row ?? null;
}

/** Of the page that is published under this slug. */
export async function imageOfPublicPage({ db }: Tx, slug: string, kind: ImageKind) {
	const row = await db
		.selectFrom("status_page_images as i")
		.innerJoin("status_pages as p", "p.id", "i.status_page_id")
		.select(["i.type", "i.bytes"])
		.where("p.slug", "=", slug)
		.where("p.is_published", "=", 1)
		.where("i.kind", "=", codeOf(IMAGE_KINDS, kind))
		.executeTakeFirst();
	return row ?? null;
}

export async function replaceImage(
	tx: Tx,
	pageId: number,
	kind: ImageKind,
	{ type, width, height, hash, bytes }: Omit<PageImage, "size"> & { readonly bytes: Uint8Array },
): Promise<void> {
	await deleteImage(tx, pageId, kind);
	await tx.db
		.insertInto("status_page_images")
		.values({ status_page_id: pageId, kind: codeOf(IMAGE_KINDS, kind), type, width, height, hash, bytes })
		.execute();
}

export async function deleteImage({ db }: Tx, pageId: number, kind: ImageKind): Promise<void> {
	await db
		.deleteFrom("status_page_images")
		.where("status_page_id", "=", pageId)
		.where("kind", "=", codeOf(IMAGE_KINDS, kind))
		.execute();
}
